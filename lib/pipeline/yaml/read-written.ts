import { fastReadLong } from './fast-read.ts'
import { readDocuments } from './read-documents.ts'

/**
 * The documents of a file that Netclaim wrote itself, however long it is: the limits for what strangers write are none for
 * what is made of it. Undefined where the file cannot be read.
 */
export function readWritten(file: string, text: string): readonly unknown[] | undefined {
  const fast = fastReadLong(file, text)
  if (fast !== undefined) return fast.map(({ value }) => value)
  const { value, readable } = readDocuments(file, text)
  return readable ? value.map((document) => document.value) : undefined
}
