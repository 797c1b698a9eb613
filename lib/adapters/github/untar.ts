const BLOCK = 512

/**
 * The contents of the regular files of a tar stream (POSIX.1-2001, ustar), as they come, those above `maxBytes` left out.
 * Their paths are not read: what a content is, its hash says. An end in the middle throws.
 */
export async function* untar(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const reader = blockReader(stream)
  try {
    for (let header = await reader.take(BLOCK); ; header = await reader.take(BLOCK)) {
      if (header.every((byte) => byte === 0)) return
      const size = sizeIn(header)
      const padded = Math.ceil(size / BLOCK) * BLOCK
      const isFile = header[156] === 0 || header[156] === 0x30
      if (isFile && size <= maxBytes) yield (await reader.take(padded)).subarray(0, size)
      else for (let left = padded; left > 0; left -= BLOCK) await reader.take(BLOCK)
    }
  } finally {
    await reader.cancel()
  }
}

/** Takes a stream in pieces of any wanted size. */
function blockReader(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  let rest: Uint8Array = new Uint8Array()
  return {
    cancel: () => reader.cancel().catch(() => undefined),
    async take(size: number): Promise<Uint8Array> {
      const taken = new Uint8Array(size)
      let at = 0
      for (;;) {
        const used = rest.subarray(0, size - at)
        taken.set(used, at)
        at += used.length
        rest = rest.subarray(used.length)
        if (at === size) return taken
        const { value } = await reader.read()
        if (value === undefined) throw new Error('an archive ends in the middle')
        rest = value
      }
    },
  }
}

/** Twelve octal digits at 124. */
function sizeIn(header: Uint8Array): number {
  const text = new TextDecoder().decode(header.subarray(124, 136)).replaceAll('\0', '').trim()
  const size = /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
  if (!Number.isSafeInteger(size)) throw new Error('an archive with a size that is none')
  return size
}
