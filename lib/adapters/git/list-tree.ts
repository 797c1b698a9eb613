import { git, outside } from './git.ts'

/** What stands at one path of a commit's tree, unread. */
export interface TreeItem {
  readonly path: string
  /** True where the path's bytes are no UTF-8; `path` then holds U+FFFD in their place. */
  readonly oddPath: boolean
  readonly mode: 'file' | 'link' | 'submodule'
  readonly id: string
  readonly bytes: number
}

/** More files than this are no claims repository; the largest that we measure has 100,000. */
const ITEM_LIMIT = 1_000_000

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** All files of a commit, or those below prefixes (folders or files, `environments/a/`), by Git's order. */
export async function listTree(
  repo: string,
  commit: string,
  prefixes: readonly string[] = [],
): Promise<readonly TreeItem[]> {
  const paths = prefixes.filter((prefix) => prefix !== '' && !prefix.includes('\0'))
  if (prefixes.length > 0 && paths.length === 0) return []
  const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', '--', commit, ...paths]
  const items = [...records(await git(repo, args))].map(readRecord)
  if (items.length > ITEM_LIMIT) throw outside(`commit ${commit} has more than ${ITEM_LIMIT} files`)
  return items
}

function* records(out: Buffer): Generator<Buffer> {
  let start = 0
  for (let end = out.indexOf(0); end !== -1; end = out.indexOf(0, start)) {
    yield out.subarray(start, end)
    start = end + 1
  }
}

/** `<mode> SP <type> SP <id> SP <size, padded on the left> TAB <path>`; the size of a submodule is `-`. */
function readRecord(record: Buffer): TreeItem {
  const tab = record.indexOf(9)
  const [mode, , id, size] = record.subarray(0, tab).toString('latin1').split(/ +/)
  const { path, oddPath } = decodePath(record.subarray(tab + 1))
  return {
    path,
    oddPath,
    mode: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file',
    id: id ?? '',
    bytes: Number(size === '-' ? 0 : size),
  }
}

function decodePath(bytes: Buffer): { path: string; oddPath: boolean } {
  try {
    return { path: decoder.decode(bytes), oddPath: false }
  } catch {
    return { path: bytes.toString('utf8'), oddPath: true }
  }
}
