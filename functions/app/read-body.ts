import { HTTPException } from 'hono/http-exception'
import { MAX_BYTES_AT_ONCE } from './limits.ts'

/** Below this a body of known length is read in one go. Nearly every event is that small. */
const SMALL = 64 * 1024

/** Reads the bodies of an app. What is being read counts, so that strangers cannot fill the memory. */
export class BodyReader {
  private held = 0

  /**
   * Gives `use` the whole body as it came. Throws `HTTPException`: 413 above `limit` bytes, and nothing
   * more is read then; 503 where too much is being read already; 400 where it breaks off.
   */
  async read<T>(
    request: Request,
    limit: number,
    use: (body: Uint8Array<ArrayBuffer>) => Promise<T>,
  ): Promise<T> {
    const said = request.headers.get('content-length')
    if (said !== null && Number(said) > limit) throw tooLarge(limit)
    if (said !== null && Number(said) <= SMALL) return use(await inOneGo(request, limit))
    const mine = { bytes: 0 }
    try {
      return await use(await this.piecewise(request, limit, mine))
    } finally {
      this.held -= mine.bytes
    }
  }

  private async piecewise(
    request: Request,
    limit: number,
    mine: { bytes: number },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
    const pieces: Uint8Array[] = []
    for (;;) {
      const piece = await reader?.read().catch(brokenOff)
      if (piece?.value === undefined) return joined(pieces, mine.bytes)
      pieces.push(piece.value)
      mine.bytes += piece.value.byteLength
      this.held += piece.value.byteLength
      if (mine.bytes <= limit && this.held <= MAX_BYTES_AT_ONCE) continue
      await reader?.cancel().catch(() => undefined)
      if (mine.bytes > limit) throw tooLarge(limit)
      throw new HTTPException(503, { message: 'too many large bodies at once, try again later' })
    }
  }
}

/** The length was said by a stranger; HTTP holds them to it, other callers of the app need not. */
async function inOneGo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(await request.arrayBuffer().catch(brokenOff))
  if (body.byteLength > limit) throw tooLarge(limit)
  return body
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

function tooLarge(limit: number): HTTPException {
  return new HTTPException(413, { message: `the body is larger than ${limit} bytes` })
}

function brokenOff(cause: unknown): never {
  throw new HTTPException(400, { message: 'the body broke off', cause })
}
