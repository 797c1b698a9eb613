import { OutsideError } from '../outside-error.ts'

/** What an archive of a Git commit holds. */
export interface TarFiles {
  /** The commit, as `git archive` notes it in front; absent where the archive does not say. */
  readonly commit?: string
  /** Regular files by path, without the folder that some forges put around all of them. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

const BLOCK = 512

/** Reads a tar (POSIX.1-2001 with pax headers), as `git archive` writes it. Throws `OutsideError` for anything else. */
export function tarFiles(archive: Uint8Array): TarFiles {
  const files = new Map<string, Uint8Array>()
  let commit = ''
  let named: string | undefined
  for (const { type, name, content } of entriesOf(archive)) {
    if (type === 'g') commit = paxIn(content).get('comment') ?? commit
    if (type === '0' || type === '\0') files.set(named ?? name, content)
    // A long name stands before the entry that it is of.
    named = type === 'x' ? paxIn(content).get('path') : undefined
  }
  const isId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)
  return { ...(isId ? { commit } : {}), files: withoutFolder(files) }
}

interface Entry {
  readonly type: string
  readonly name: string
  readonly content: Uint8Array
}

function* entriesOf(archive: Uint8Array): Generator<Entry, void> {
  for (let at = 0; ; ) {
    const header = archive.subarray(at, at + BLOCK)
    if (header.length < BLOCK) throw broken('ends in the middle')
    if (header.every((byte) => byte === 0)) return
    const size = sizeIn(header)
    const content = archive.subarray(at + BLOCK, at + BLOCK + size)
    if (content.length < size) throw broken('ends in the middle')
    yield { type: String.fromCharCode(header[156] ?? 0), name: nameIn(header), content }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** `38 path=some/long/name\n`, the length in front counting itself. */
function paxIn(content: Uint8Array): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const length = space < 0 ? Number.NaN : Number(textOf(content.subarray(at, space)))
    if (!(length > 0) || at + length > content.length) throw broken('has a header that is none')
    const [, key = '', value = ''] =
      /^([^=]*)=([^]*)\n$/.exec(textOf(content.subarray(space + 1, at + length))) ?? []
    found.set(key, value)
    at += length
  }
  return found
}

function nameIn(header: Uint8Array): string {
  const [name, prefix] = [field(header, 0, 100), field(header, 345, 155)]
  return prefix === '' ? name : `${prefix}/${name}`
}

function sizeIn(header: Uint8Array): number {
  const text = field(header, 124, 12).trim()
  if (!/^[0-7]{1,11}$/.test(text)) throw broken('has a size that is none')
  return Number.parseInt(text, 8)
}

function field(header: Uint8Array, at: number, length: number): string {
  const bytes = header.subarray(at, at + length)
  const end = bytes.indexOf(0)
  return textOf(end < 0 ? bytes : bytes.subarray(0, end))
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Where every path begins with the same folder, and no state tree lies at the top. */
function withoutFolder(entries: ReadonlyMap<string, Uint8Array>): TarFiles['files'] {
  if (entries.has('state.yaml')) return entries
  const [first = ''] = entries.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  if (folder === '' || ![...entries.keys()].every((path) => path.startsWith(folder))) return entries
  return new Map([...entries].map(([path, content]) => [path.slice(folder.length), content]))
}

function broken(how: string): OutsideError {
  return new OutsideError(`the archive of the state ${how}`, { system: 'archive', retryable: true })
}
