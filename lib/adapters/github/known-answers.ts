/** Answers that are kept, and the bytes of the largest. */
const MAX_ANSWERS = 200
const MAX_BYTES = 65_536

interface Known {
  readonly etag: string
  readonly body: ArrayBuffer
  readonly headers: Headers
}

/** Answers by key (empty: none to keep), to be asked for again on condition: an unchanged one does not count for the rate. */
export function knownAnswers() {
  const known = new Map<string, Known>()
  return {
    etagOf: (key: string): string | undefined => known.get(key)?.etag,
    keep(key: string, headers: Headers, body: ArrayBuffer): void {
      const etag = headers.get('etag')
      known.delete(key)
      if (key === '' || etag === null || body.byteLength > MAX_BYTES) return
      known.set(key, { etag, body, headers })
      const [oldest] = known.keys()
      if (known.size > MAX_ANSWERS && oldest !== undefined) known.delete(oldest)
    },
    /** The answer that GitHub says is still right. */
    answer(key: string): Response | undefined {
      const found = known.get(key)
      return found && new Response(found.body, { status: 200, headers: found.headers })
    },
  }
}
