import { isUtf8, constants as limits } from 'node:buffer'
import { constants, type Dirent, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, Tree } from '../domain/document.ts'
import { environmentFolder, environmentTally } from '../domain/rules/environment-limits.ts'
import type { StateTree } from '../pipeline/report.ts'
import { infoOf, list, outside, unusable } from './files.ts'

/** Bytes of one file: what is larger is no claims file (the reader's own limit, 1 MiB). */
const MAX_BYTES = 1_048_576
/** What the claims repository keeps for us; nothing beside them is read. */
const readPart: ReadonlySet<string> = new Set([
  'netclaim.yaml',
  'platform',
  'environments',
  'acknowledgements',
])
/** A link is never followed, also one that was a file a moment ago. */
export const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

type Visit = (path: string, entry: Dirent, full: string) => void

/**
 * The claims repository in `folder` as Git would see it: links are not followed, a folder with a
 * `.git` of its own is a submodule. Paths are in the order of their code units. An environment beyond
 * a limit is one entry of kind `too-much`.
 */
export function readFolder(folder: string): Tree {
  const entries: [string, Entry][] = []
  const tally = environmentTally()
  const visit: Visit = (path, entry, full) => {
    const bytes = sizeOf(entry, full)
    const limit = tally.add(path, Buffer.byteLength(path), bytes > MAX_BYTES ? 0 : bytes)
    if (limit === undefined) entries.push([path, entryAt(entry, full)])
  }
  for (const child of list(folder))
    if (readPart.has(child.name)) walk(folder, child.name, child, visit)
  const { excess } = tally
  const kept = entries.filter(([path]) => !excess.has(environmentFolder(path) ?? ''))
  for (const { path, limit } of excess.values()) kept.push([path, { kind: 'too-much', limit }])
  return new Map(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * A state tree that `render` or a checkout of the state branch left in `folder`.
 * Throws `OutsideError` at anything but plain UTF-8 files.
 */
export function readStateFolder(folder: string): StateTree {
  return new Map(textsBelow(folder, 'state', () => true))
}

/** Every YAML or JSON file of `path`, or `path` itself if it is a file, by its name. */
export function readObserved(path: string): ReadonlyMap<string, string> {
  return new Map(
    observedFiles(path, 'facts').map(([name, full]) => [name, textOf(full, 'facts')] as const),
  )
}

/** The same files one by one, not read yet. */
export function* observedFiles(path: string, what: string): Generator<Found> {
  if (infoOf(path)?.isFile()) yield [path.slice(path.search(/[^/\\]*$/)), path]
  else yield* filesBelow(path, what, (name) => /\.(?:ya?ml|json)$/i.test(name))
}

/** What a file is called, and where it lies. */
type Found = readonly [name: string, full: string]

function* textsBelow(
  folder: string,
  what: string,
  wanted: (path: string) => boolean,
): Generator<[string, string]> {
  for (const [path, full] of filesBelow(folder, what, wanted)) yield [path, textOf(full, what)]
}

function filesBelow(
  folder: string,
  what: string,
  wanted: (path: string) => boolean,
): readonly Found[] {
  const paths: Found[] = []
  for (const child of list(folder))
    walk(folder, child.name, child, (path, entry, full) => {
      if (!wanted(path)) return
      if (!entry.isFile()) throw unusable(full, `the ${what} can hold files only`)
      paths.push([path, full])
    })
  return paths.sort(([a], [b]) => (a < b ? -1 : 1))
}

function textOf(full: string, what: string): string {
  const bytes = outside(full, () => readFileSync(full, { flag: READ }))
  if (bytes.length > limits.MAX_STRING_LENGTH)
    throw unusable(full, `it has more than ${limits.MAX_STRING_LENGTH} bytes: make several files`)
  if (!isUtf8(bytes)) throw unusable(full, `the ${what} must be UTF-8`)
  return bytes.toString('utf8')
}

/** Calls `visit` for what lies at `path` and below it, folders themselves left out. */
function walk(folder: string, path: string, entry: Dirent, visit: Visit): void {
  if (entry.name === '.git') return
  const full = join(folder, path)
  if (!entry.isDirectory() || isLost(full)) return visit(path, entry, full)
  const children = list(full)
  if (children.some((child) => child.name === '.git')) return visit(path, entry, full)
  for (const child of children) walk(folder, `${path}/${child.name}`, child, visit)
}

/** A name that is no UTF-8 comes with U+FFFD in it, and is not found again. */
function isLost(full: string): boolean {
  return full.includes('\u{FFFD}') && infoOf(full) === undefined
}

function sizeOf(entry: Dirent, full: string): number {
  return entry.isFile() ? (infoOf(full)?.size ?? 0) : 0
}

function entryAt(entry: Dirent, full: string): Entry {
  if (isLost(full)) return { kind: 'odd-path' }
  if (entry.isDirectory()) return { kind: 'submodule' }
  if (entry.isSymbolicLink())
    return { kind: 'link', target: outside(full, () => readlinkSync(full)) }
  if (!entry.isFile()) return { kind: 'special' }
  const info = infoOf(full)
  if (info !== undefined && info.size > MAX_BYTES) return { kind: 'too-large', bytes: info.size }
  const bytes = outside(full, () => readFileSync(full, { flag: READ }))
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-utf8' }
}
