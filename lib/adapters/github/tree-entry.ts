import * as z from 'zod'
import { decodeLossy, decodeUtf8 } from '../../domain/tree-listing.ts'

/** One entry of a tree object. */
export interface TreeEntry {
  /** As Git writes it, octal without a leading zero: `100644`. */
  readonly mode: string
  /** Its bytes, each as one character. */
  readonly name: string
  readonly id: string
  /** Of a blob; undefined where GitHub does not tell. */
  readonly bytes?: number
}

/** A folder within the tree. */
export function isFolder({ mode }: TreeEntry): boolean {
  return mode === '40000'
}

/** What stands at an entry that is no folder. */
export function modeOf({ mode }: TreeEntry): 'file' | 'link' | 'submodule' {
  return mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'
}

/** The tree object that these entries make, to be hashed. */
export function treeContent(entries: readonly TreeEntry[]): Uint8Array {
  let size = 0
  for (const { mode, name, id } of entries) size += mode.length + name.length + 2 + id.length / 2
  const bytes = new Uint8Array(size)
  let at = 0
  const write = (text: string) => {
    for (let nth = 0; nth < text.length; nth++) bytes[at++] = text.charCodeAt(nth)
  }
  for (const { mode, name, id } of entries) {
    write(`${mode} ${name}\0`)
    for (let nth = 0; nth < id.length; nth += 2)
      bytes[at++] = Number.parseInt(id.slice(nth, nth + 2), 16)
  }
  return bytes
}

const Kept = z.array(z.tuple([z.string(), z.string(), z.string(), z.number()]))

/** Entries as they are cached. */
export function encodeEntries(entries: readonly TreeEntry[]): Uint8Array {
  const rows = entries.map(({ mode, name, id, bytes = -1 }) => [mode, name, id, bytes])
  return new TextEncoder().encode(JSON.stringify(rows))
}

/** Entries that were cached. */
export function decodeEntries(content: Uint8Array): readonly TreeEntry[] {
  return Kept.parse(JSON.parse(new TextDecoder().decode(content))).map(
    ([mode, name, id, bytes]) => ({
      mode,
      name,
      id,
      ...(bytes < 0 ? {} : { bytes }),
    }),
  )
}

/** The bytes of a name. */
export function nameBytes(name: string): Uint8Array {
  const bytes = new Uint8Array(name.length)
  for (let nth = 0; nth < name.length; nth++) bytes[nth] = name.charCodeAt(nth)
  return bytes
}

/** The text of a name; where it is no UTF-8, U+FFFD stands for what cannot be decoded, and it is odd. */
export function nameText(name: string): { readonly text: string; readonly isOdd: boolean } {
  if (/^[ -~]*$/.test(name)) return { text: name, isOdd: false }
  const bytes = nameBytes(name)
  const text = decodeUtf8(bytes)
  return { text: text ?? decodeLossy(bytes), isOdd: text === undefined }
}

/** A name from its UTF-8 text. */
export function nameOf(text: string): string {
  let name = ''
  for (const byte of new TextEncoder().encode(text)) name += String.fromCharCode(byte)
  return name
}
