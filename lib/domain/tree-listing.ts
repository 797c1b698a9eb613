import type { Entry } from './document.ts'
import { type Excess, environmentFolder, environmentTally } from './rules/environment-limits.ts'
import { MAX_BLOB_BYTES } from './tree-limits.ts'

/** What stands at one path of a commit's tree, unread. */
export interface TreeItem {
  readonly path: string
  /** True where the path's bytes are no UTF-8; `path` then holds U+FFFD in their place. */
  readonly oddPath: boolean
  /** Bytes of the path. */
  readonly pathBytes: number
  readonly mode: 'file' | 'link' | 'submodule'
  readonly id: string
}

/** What stands in a commit's tree. */
export interface Listing<Item extends TreeItem = TreeItem> {
  /** By Git's order; none of an environment with an excess. */
  readonly items: readonly Item[]
  /** By folder, `environments/a`: where an environment has more files or longer paths than may be. */
  readonly excess: ReadonlyMap<string, Excess>
}

/** Leaves out what lies in environments whose files are too large together. */
export function withinBytes<Item extends TreeItem>(
  listing: Listing<Item>,
  bytes: (item: Item) => number,
): { readonly items: readonly Item[]; readonly excess: readonly Excess[] } {
  const tally = environmentTally()
  for (const item of listing.items) {
    const size = bytes(item)
    tally.add(item.path, 0, size > MAX_BLOB_BYTES ? 0 : size)
  }
  const excess = [...listing.excess.values(), ...tally.excess.values()]
  if (tally.excess.size === 0) return { items: listing.items, excess }
  const isWithin = ({ path }: Item) => !tally.excess.has(environmentFolder(path) ?? '')
  return { items: listing.items.filter(isWithin), excess }
}

/** What an item is, by its content; without one it is too large, and `bytes` says how large. */
export function entryOf(item: TreeItem, blob: Uint8Array | undefined, bytes = 0): Entry {
  if (item.mode === 'submodule') return { kind: 'submodule' }
  if (blob === undefined) return { kind: 'too-large', bytes }
  const text = decodeUtf8(blob)
  if (item.mode === 'link') return { kind: 'link', target: text ?? lossy.decode(blob) }
  return text === undefined ? { kind: 'not-utf8' } : { kind: 'text', text }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossy = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of UTF-8 bytes, a byte order mark kept; undefined for bytes that are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** The same with U+FFFD for what cannot be decoded. */
export function decodeLossy(bytes: Uint8Array): string {
  return lossy.decode(bytes)
}
