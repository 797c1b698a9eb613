import { git } from '../../git/git.ts'

/** A file that two commits have differently, a rename as one. */
export interface FileDifference {
  readonly path: string
  readonly previousPath?: string
  readonly status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed'
  /** Of the new blob, of the old one where the file went. */
  readonly id: string
  readonly additions: number
  readonly deletions: number
}

const statuses: Readonly<Record<string, FileDifference['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  T: 'changed',
}

/** By path, with renames found as GitHub finds them. */
export async function diffFiles(
  dir: string,
  from: string,
  to: string,
): Promise<readonly FileDifference[]> {
  const args = ['diff-tree', '-r', '-z', '-M', '--no-ext-diff', '--no-abbrev', '--raw', '--numstat']
  const fields = (await git(dir, [...args, from, to, '--'])).toString('utf8').split('\0')
  const files = new Map<string, FileDifference>()
  let at = 0
  while (fields[at]?.startsWith(':')) {
    const file = readRaw(fields, at)
    files.set(file.path, file)
    at += file.previousPath === undefined ? 2 : 3
  }
  addLines(files, fields.slice(at))
  return [...files.values()]
}

/** `<added> TAB <removed> TAB <path>`; a rename has an empty path there, and its two paths after it. */
function addLines(files: Map<string, FileDifference>, fields: readonly string[]): void {
  for (let at = 0; at + 1 < fields.length; at += 1) {
    const [added, removed, name = ''] = (fields[at] ?? '').split('\t')
    if (name === '') at += 2
    const file = files.get(name || (fields[at] ?? ''))
    // Binary files have `-` for both.
    const lines = { additions: Number(added) || 0, deletions: Number(removed) || 0 }
    if (file !== undefined) files.set(file.path, { ...file, ...lines })
  }
}

/** `:<modes> <ids> <status>`, then one path, or the two of a rename. */
function readRaw(fields: readonly string[], at: number): FileDifference {
  const [, , before = '', after = '', letters = ''] = fields[at]?.split(' ') ?? []
  const [first = '', second = ''] = fields.slice(at + 1, at + 3)
  const rename = letters.startsWith('R') ? { path: second, previousPath: first } : undefined
  return {
    ...(rename ?? { path: first }),
    status: statuses[letters.charAt(0)] ?? 'modified',
    id: letters === 'D' ? before : after,
    additions: 0,
    deletions: 0,
  }
}
