const hmac = { name: 'HMAC', hash: 'SHA-256' } as const

/** 64 hex digits in lower case, as all who sign write them. */
const HEX = /^[0-9a-f]{64}$/

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Tells whether bytes were signed by someone who knows a secret. */
export interface Verifier {
  /** `signature`: hex digits. Compared in constant time; anything but 64 lower-case digits is false. */
  verify(signature: string, ...signed: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean>
}

/** Knows one secret, or two while the old one is being replaced. None are empty. */
export function verifierOf(secrets: readonly string[]): Verifier {
  let known: readonly Key[] | undefined
  return {
    async verify(signature, ...signed) {
      if (!HEX.test(signature)) return false
      const keys = known ?? (await Promise.all(secrets.map(keyOf)))
      known = keys
      const given = fromHex(signature)
      const bytes = concatenated(signed)
      for (const key of keys) if (await crypto.subtle.verify(hmac, key, given, bytes)) return true
      return false
    },
  }
}

/** What follows the prefix of a header; empty, which is no signature, for a header without it. */
export function digitsOf(header = '', prefix = 'sha256='): string {
  return header.startsWith(prefix) ? header.slice(prefix.length) : ''
}

/** Whether a token is the expected one. Both become keys of the same text, so that time tells nothing. */
export async function sameToken(given: string, expected: string): Promise<boolean> {
  if (given === '' || expected === '') return false
  const text = new TextEncoder().encode('netclaim')
  const [one, other] = await Promise.all([given, expected].map(keyOf))
  if (one === undefined || other === undefined) return false
  return crypto.subtle.verify(hmac, other, await crypto.subtle.sign(hmac, one, text), text)
}

function keyOf(secret: string): Promise<Key> {
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify'])
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = 16 * nibble(digits.charCodeAt(2 * at)) + nibble(digits.charCodeAt(2 * at + 1))
  return bytes
}

/** Of a digit in lower case. */
function nibble(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57
}

function concatenated(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
