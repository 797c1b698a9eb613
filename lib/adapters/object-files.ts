import { closeSync, openSync, readSync } from 'node:fs'
import { infoOf, outside, unusable } from './files.ts'
import { observedFiles, READ } from './folder.ts'

/** A file of objects, of any length. */
export interface ObjectFile {
  readonly name: string
  readonly bytes: number
  /** Its text, read bit by bit when it is asked for: it may be more than fits. */
  readonly chunks: IteratorObject<string>
}

/** Every YAML or JSON file of `path`, or `path` itself if it is a file, one by one. */
export function* objectFiles(path: string): Generator<ObjectFile> {
  for (const [name, full] of observedFiles(path, 'objects'))
    yield { name, bytes: infoOf(full)?.size ?? 0, chunks: chunksOf(full) }
}

/** Bytes that are read at a time. */
const CHUNK = 1_048_576

function* chunksOf(full: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw unusable(full, 'the objects must be UTF-8')
    }
  }
  const file = outside(full, () => openSync(full, READ))
  try {
    const buffer = new Uint8Array(CHUNK)
    for (;;) {
      const count = outside(full, () => readSync(file, buffer))
      if (count === 0) break
      yield decode(buffer.subarray(0, count))
    }
    // Throws where the file ends inside a character.
    decode()
  } finally {
    closeSync(file)
  }
}
