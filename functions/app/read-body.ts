import { HTTPException } from 'hono/http-exception'
import { MAX_BYTES_AT_ONCE } from './limits.ts'

/** Below this a body of known length is read in one go. Nearly every event is that small. */
const SMALL = 64 * 1024

/** A large body that is on its way. */
interface Coming {
  readonly pieces: Uint8Array[]
  bytes: number
}

/**
 * Reads the bodies of an app. What is being read counts, so that strangers cannot fill the memory; where it is too much,
 * the body that began first gives way, so that who sends slowly does not hold up others.
 */
export class BodyReader {
  private held = 0
  /** In the order in which they began. */
  private readonly coming = new Set<Coming>()

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
    const mine: Coming = { pieces: [], bytes: 0 }
    this.coming.add(mine)
    try {
      const body = await this.piecewise(request, limit, mine)
      // What came whole is used soon, and gives way no more.
      this.coming.delete(mine)
      return await use(body)
    } finally {
      this.letGo(mine)
    }
  }

  private async piecewise(
    request: Request,
    limit: number,
    mine: Coming,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
    for (;;) {
      const piece = await reader?.read().catch(brokenOff)
      if (this.coming.has(mine)) {
        if (piece?.value === undefined) return joined(mine)
        this.take(mine, piece.value)
        if (mine.bytes <= limit && this.coming.has(mine)) continue
      }
      await reader?.cancel().catch(() => undefined)
      if (mine.bytes > limit) throw tooLarge(limit)
      throw new HTTPException(503, { message: 'too many large bodies at once, try again later' })
    }
  }

  private take(mine: Coming, piece: Uint8Array): void {
    mine.pieces.push(piece)
    mine.bytes += piece.byteLength
    this.held += piece.byteLength
    for (const oldest of this.coming) {
      if (this.held <= MAX_BYTES_AT_ONCE) return
      this.letGo(oldest)
    }
  }

  /** Its memory is free at once; whoever reads it learns of it with the next piece, as a Worker touches no other's stream. */
  private letGo(one: Coming): void {
    this.coming.delete(one)
    this.held -= one.bytes
    one.bytes = 0
    one.pieces.length = 0
  }
}

/** The length was said by a stranger; HTTP holds them to it, other callers of the app need not. */
async function inOneGo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(await request.arrayBuffer().catch(brokenOff))
  if (body.byteLength > limit) throw tooLarge(limit)
  return body
}

/** The pieces are let go of, their bytes still count. */
function joined({ pieces, bytes }: Coming): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces.splice(0)) {
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
