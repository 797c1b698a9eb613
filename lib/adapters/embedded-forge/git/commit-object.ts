/** A person and a time in a commit. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970. */
  readonly seconds: number
}

/** A commit as Git stores it. */
export interface CommitObject {
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
  /** Present where somebody signed it. */
  readonly signature?: string
  /** What was signed: the commit without its signature. */
  readonly payload: string
}

export function parseCommit(content: Buffer): CommitObject {
  const text = content.toString('utf8')
  const split = text.indexOf('\n\n')
  const head = split === -1 ? text : text.slice(0, split)
  // A line that begins with a space goes on with the field before it.
  const fields = head.split(/\n(?! )/).map((line) => {
    const space = line.indexOf(' ')
    return [line.slice(0, space), line.slice(space + 1).replaceAll('\n ', '\n')] as const
  })
  const value = (name: string) => fields.find(([field]) => field === name)?.[1]
  const message = split === -1 ? '' : text.slice(split + 2)
  const signature = value('gpgsig')
  return {
    tree: value('tree') ?? '',
    parents: fields.filter(([field]) => field === 'parent').map(([, id]) => id),
    author: parseSignature(value('author') ?? ''),
    committer: parseSignature(value('committer') ?? ''),
    message: message.replace(/\n$/, ''),
    ...(signature === undefined ? {} : { signature }),
    payload: text.replace(/^gpgsig .*\n(?: .*\n)*/m, ''),
  }
}

/** The bytes of a commit, for `git hash-object`. */
export function formatCommit(commit: Omit<CommitObject, 'payload'>): string {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((id) => `parent ${id}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
  ]
  if (commit.signature !== undefined)
    lines.push(`gpgsig ${commit.signature.replaceAll('\n', '\n ')}`)
  return `${lines.join('\n')}\n\n${commit.message}`
}

function parseSignature(text: string): Signature {
  const match = /^(?<name>.*?) ?<(?<email>[^>]*)> (?<seconds>-?\d+)/.exec(text)
  const { name = '', email = '', seconds = '0' } = match?.groups ?? {}
  return { name, email, seconds: Number(seconds) }
}

/** What could end the line or the address is left out, as git itself does. */
function formatSignature({ name, email, seconds }: Signature): string {
  return `${name.replace(/[<>\n]/g, '')} <${email.replace(/[<>\n]/g, '')}> ${seconds} +0000`
}
