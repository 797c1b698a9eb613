import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { printable } from '../../domain/printable.ts'
import { MAX_TREE_BYTES } from '../../domain/tree-limits.ts'
import { OutsideError } from '../outside-error.ts'
import { type TarFiles, tarFiles } from './tar-files.ts'

/** Where an archive is, and what is shown there. */
export interface ArchiveAccess {
  /** `https://…`; a `.tar.gz` or `.tar` as `git archive` writes it. */
  readonly url: string
  /** Value of the HTTP header `Authorization`. */
  readonly authorization?: string
  /** For the whole answer (default 60,000). */
  readonly timeoutMs?: number
}

/** An archive, and the mark by which the server knows it again. */
export interface FetchedArchive {
  readonly archive: TarFiles
  readonly etag?: string
}

/** Bytes on the wire. */
const MAX_BYTES = 268_435_456
const inflate = promisify(gunzip)

/** The archive as it is now; undefined: still the one of that mark. Throws `OutsideError`. */
export async function fetchArchive(
  { url, authorization, timeoutMs = 60_000 }: ArchiveAccess,
  etag?: string,
): Promise<FetchedArchive | undefined> {
  const headers = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  }
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (response.status === 304) return undefined
    if (!response.ok) throw refused(url, response.status)
    const bytes = await plain(await take(response))
    const mark = response.headers.get('etag')
    return { archive: tarFiles(bytes), ...(mark === null ? {} : { etag: mark }) }
  } catch (cause) {
    if (cause instanceof OutsideError) throw cause
    throw outside(`"${shown(url)}" cannot be fetched`, true, cause)
  }
}

/** No more of it than any state has. */
async function take({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw outside(`the archive has more than ${MAX_BYTES} bytes`, false)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function plain(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  return inflate(bytes, { maxOutputLength: MAX_TREE_BYTES })
}

function refused(url: string, status: number): OutsideError {
  return outside(`"${shown(url)}" answers ${status}`, status >= 500 || status === 429)
}

function outside(message: string, retryable: boolean, cause?: unknown): OutsideError {
  return new OutsideError(message, { system: 'archive', retryable, cause })
}

/** Without what a query may hold. */
function shown(url: string): string {
  return printable(url.replace(/[?#].*$/, ''))
}
