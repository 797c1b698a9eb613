/** One line of CODEOWNERS that names a pattern. */
interface Line {
  /** From 1. */
  readonly number: number
  readonly pattern: RegExp
  readonly owners: readonly string[]
}

/** Who owns what, by the last line that fits. */
export interface CodeOwners {
  /** The owners of a path, and the line that says so; undefined where no line fits. */
  ownersOf(path: string): { readonly line: number; readonly owners: readonly string[] } | undefined
}

/** Reads CODEOWNERS as GitHub does: patterns of .gitignore, without `!`, `[]` and an escaped `#`. */
export function readCodeOwners(text: string): CodeOwners {
  const lines = text.split(/\r?\n/).flatMap((line, index): readonly Line[] => {
    const [pattern = '', ...owners] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/)
    if (pattern === '' || /^!|[[\]]/.test(pattern)) return []
    return [{ number: index + 1, pattern: patternOf(pattern), owners }]
  })
  return {
    ownersOf(path) {
      const line = lines.findLast(({ pattern }) => pattern.test(path))
      return line && { line: line.number, owners: line.owners }
    },
  }
}

/** A slash anywhere but at the end ties the pattern to the root; a name alone fits the folder and all below it. */
function patternOf(pattern: string): RegExp {
  const isTied = /\/./.test(pattern.replace(/^\*\*\//, '')) || pattern.startsWith('/')
  const body = pattern
    .replace(/^\//, '')
    .replace(/\/$/, '/**')
    .split(/(\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((part) => globs[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`))
    .join('')
  // `docs/*` fits what lies in docs and nothing deeper; any other last part may be a folder.
  const below = /(?:^|\/)\*$|\*\*$/.test(pattern) && pattern !== '*' ? '' : '(?:/.*)?'
  return new RegExp(`^${isTied ? '' : '(?:.*/)?'}${body}${below}$`, 's')
}

const globs: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '/.+',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
}
