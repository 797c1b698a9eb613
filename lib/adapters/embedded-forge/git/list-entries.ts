import { git } from '../../git/git.ts'

export interface TreeEntry {
  readonly mode: string
  readonly type: 'blob' | 'tree' | 'commit'
  readonly id: string
  /** Bytes, of a blob. */
  readonly size?: number
  /** Decoded as UTF-8; what is none is U+FFFD. */
  readonly path: string
  /** Its bytes. */
  readonly rawPath: Buffer
}

/** Entries of a tree, or of all trees below it, too. */
export async function listEntries(
  dir: string,
  tree: string,
  recursive: boolean,
): Promise<readonly TreeEntry[]> {
  const args = ['ls-tree', '-z', '-l', '--full-tree', ...(recursive ? ['-r', '-t'] : []), tree]
  const out = await git(dir, args)
  return out.toString('latin1').split('\0').filter(Boolean).map(readEntry)
}

function readEntry(record: string): TreeEntry {
  const tab = record.indexOf('\t')
  const [mode = '', type = '', id = '', size = '-'] = record.slice(0, tab).split(/ +/)
  const rawPath = Buffer.from(record.slice(tab + 1), 'latin1')
  return {
    mode,
    type: type as TreeEntry['type'],
    id,
    path: rawPath.toString('utf8'),
    rawPath,
    ...(size === '-' ? {} : { size: Number(size) }),
  }
}

/** Entries of a tree from its content, without sizes. */
export function readEntries(content: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  // `<mode> SP <name> NUL <20 bytes of id>`
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const end = content.indexOf(0, space)
    const mode = content.toString('latin1', at, space).padStart(6, '0')
    const rawPath = content.subarray(space + 1, end)
    const path = rawPath.toString('utf8')
    at = end + 21
    entries.push({
      mode,
      type: typeOf(mode),
      id: content.toString('hex', end + 1, at),
      path,
      rawPath,
    })
  }
  return entries
}

function typeOf(mode: string): TreeEntry['type'] {
  if (mode === '040000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}
