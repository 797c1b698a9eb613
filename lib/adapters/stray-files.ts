import { isUtf8 } from 'node:buffer'
import { constants, type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, Tree } from '../domain/document.ts'

/** Which names at the top, and which paths, are worth a look. */
export interface Wanted {
  isFolder(name: string): boolean
  isFile(path: string): boolean
}

/** Names that are looked at: what lies beside the claims may be anything, also a whole disk. */
const MAX_NAMES = 5_000
/** Bytes of one file; claims have some hundred. */
const MAX_BYTES = 262_144
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Up to `limit` texts that lie beside the known folders. What cannot be read there is nobody's trouble. */
export function readStrayFiles(folder: string, wanted: Wanted, limit: number): Tree {
  const found = new Map<string, Entry>()
  const queue = ['']
  let names = 0
  for (const below of queue) {
    for (const entry of list(join(folder, below))) {
      if (++names > MAX_NAMES || found.size === limit) return found
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        if (below !== '' || wanted.isFolder(entry.name)) queue.push(path)
      } else if (entry.isFile() && wanted.isFile(path)) {
        const text = textOf(join(folder, path))
        if (text !== undefined) found.set(path, { kind: 'text', text })
      }
    }
  }
  return found
}

/** Nothing for what cannot be listed. */
function list(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function textOf(full: string): string | undefined {
  try {
    if (lstatSync(full).size > MAX_BYTES) return undefined
    const bytes = readFileSync(full, { flag: READ })
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined
  } catch {
    return undefined
  }
}
