/** The text that base64 stands for, as Kubernetes writes it; undefined where it is none, or no UTF-8. */
export function textOfBase64(data: string): string | undefined {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(data)) return undefined
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // A length that no base64 has, or bytes that no text has.
    return undefined
  }
}
