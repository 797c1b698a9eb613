/** Bytes of one message: OVN-NB of a large cluster has some ten MB. */
const MAX_MESSAGE = 256 * 1024 * 1024
/** Brackets inside brackets; OVSDB needs about ten. */
const MAX_DEPTH = 64

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/**
 * Finds where JSON objects end that follow each other without anything between them (RFC 7047, 4), looking at each byte
 * once. Throws `RangeError` where a message is too long or too deep, `SyntaxError` where it is no JSON.
 */
export function messageReader(limit = MAX_MESSAGE): (chunk: Buffer) => readonly unknown[] {
  let parts: Buffer[] = []
  let length = 0
  let depth = 0
  let inText = false
  let isEscaped = false

  function step(byte: number): boolean {
    if (inText) {
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) inText = false
      return false
    }
    if (byte === QUOTE) inText = true
    // `{` and `[`, `}` and `]` differ by one bit.
    else if ((byte | 0x20) === 0x7b) depth += 1
    else if ((byte | 0x20) === 0x7d) depth -= 1
    else return false
    if (depth > MAX_DEPTH) throw new RangeError('a message is nested too deep')
    return depth === 0 && !inText
  }

  return (chunk) => {
    const messages: unknown[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      if (!step(chunk[at] ?? 0)) continue
      const text = Buffer.concat([...parts, chunk.subarray(start, at + 1)]).toString('utf8')
      messages.push(JSON.parse(text))
      parts = []
      length = 0
      start = at + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > limit) throw new RangeError(`a message has more than ${limit} bytes`)
    return messages
  }
}
