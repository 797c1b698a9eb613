import { git } from './git.ts'

/** What stands at one path of a commit's tree, unread. */
export interface TreeItem {
  readonly path: string
  /** True where the path's bytes are no UTF-8; `path` then holds U+FFFD in their place. */
  readonly oddPath: boolean
  readonly mode: 'file' | 'link' | 'submodule'
  readonly id: string
}

/** Half a million files, where the largest repository that we measure has 100,000; a tree may hold itself. */
const LIST_LIMIT = 64 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** All files of a commit, or those below prefixes (folders or files, `environments/a/`), by Git's order. */
export async function listTree(
  repo: string,
  commit: string,
  prefixes: readonly string[] = [],
): Promise<readonly TreeItem[]> {
  const paths = prefixes.filter((prefix) => prefix !== '' && !prefix.includes('\0'))
  if (prefixes.length > 0 && paths.length === 0) return []
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--', commit, ...paths]
  return [...records(await git(repo, args, { maxBytes: LIST_LIMIT }))].map(readRecord)
}

function* records(out: Buffer): Generator<Buffer> {
  let start = 0
  for (let end = out.indexOf(0); end !== -1; end = out.indexOf(0, start)) {
    yield out.subarray(start, end)
    start = end + 1
  }
}

/** `<mode> SP <type> SP <id> TAB <path>`. */
function readRecord(record: Buffer): TreeItem {
  const tab = record.indexOf(9)
  const [mode, , id = ''] = record.subarray(0, tab).toString('latin1').split(' ')
  const { path, oddPath } = decodePath(record.subarray(tab + 1))
  return {
    path,
    oddPath,
    mode: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file',
    id,
  }
}

function decodePath(bytes: Buffer): { path: string; oddPath: boolean } {
  try {
    return { path: decoder.decode(bytes), oddPath: false }
  } catch {
    return { path: bytes.toString('utf8'), oddPath: true }
  }
}
