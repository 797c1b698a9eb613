/** Round constants: the first 32 bits of the fractions of the cube roots of the first 64 primes. */
const rounds = fractions(64, Math.cbrt)
/** Initial state: the same of the square roots of the first 8 primes. */
const start = fractions(8, Math.sqrt)

/**
 * SHA-256 (FIPS 180-4) of the UTF-8 bytes of `text`, 64 lower-case hexadecimal digits. By hand,
 * because the domain is synchronous and pure, and WebCrypto is neither.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >>> 6) << 6))
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n)
  const state = Uint32Array.from(start)
  const words = new Uint32Array(64)
  for (let block = 0; block < padded.byteLength; block += 64) {
    schedule(words, padded, block)
    compress(state, words)
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** Fills the 64 words of one block. */
function schedule(words: Uint32Array, data: DataView, block: number): void {
  for (let t = 0; t < 16; t++) words[t] = data.getUint32(block + t * 4)
  for (let t = 16; t < 64; t++) {
    const before15 = at(words, t - 15)
    const before2 = at(words, t - 2)
    const s0 = right(before15, 7) ^ right(before15, 18) ^ (before15 >>> 3)
    const s1 = right(before2, 17) ^ right(before2, 19) ^ (before2 >>> 10)
    words[t] = at(words, t - 16) + s0 + at(words, t - 7) + s1
  }
}

/** Works one block into the state. */
function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = [...state] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let t = 0; t < 64; t++) {
    const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + (rounds[t] ?? 0) + at(words, t)) | 0
    const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = at(state, index) + word
  }
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

function right(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function fractions(count: number, root: (prime: number) => number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  }
  return primes.map((prime) => Math.floor((root(prime) % 1) * 0x1_0000_0000))
}
