/** The kinds of objects that are read by id. */
export type ObjectType = 'blob' | 'tree'

/** An object id in full: SHA-1 or SHA-256. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

/** The id that Git gives an object, by the hash that `like` is of: of `<type> <bytes>\0<content>`. */
export async function objectId(
  type: ObjectType,
  content: Uint8Array,
  like: string,
): Promise<string> {
  const header = new TextEncoder().encode(`${type} ${content.length}\0`)
  const whole = new Uint8Array(header.length + content.length)
  whole.set(header)
  whole.set(content, header.length)
  const hash = await crypto.subtle.digest(like.length === 64 ? 'SHA-256' : 'SHA-1', whole)
  return toHex(new Uint8Array(hash))
}

function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
