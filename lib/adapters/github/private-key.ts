import { OutsideError } from '../outside-error.ts'

const LABEL = /-----BEGIN (?<label>[A-Z ]+)-----(?<body>[\sA-Za-z0-9+/=]+)-----END \k<label>-----/
/** SEQUENCE { OBJECT IDENTIFIER 1.2.840.113549.1.1.1 (rsaEncryption), NULL }: RFC 8017, A.1. */
const RSA = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0]

/**
 * A private key as GitHub hands it out (PKCS#1), or as PKCS#8, in the one form that WebCrypto takes: PKCS#8 (RFC 5208).
 * Line ends may be written `\n`, as environment variables have them. Throws `OutsideError` for any other text, which it
 * does not repeat.
 */
export function toPkcs8(pem: string): string {
  const { label, body } = LABEL.exec(pem.replaceAll('\\n', '\n'))?.groups ?? {}
  const base64 = body?.replaceAll(/\s/g, '')
  if (base64 === undefined || base64 === '' || base64.length % 4 !== 0)
    throw unusable('it is no whole PEM text')
  if (label === 'PRIVATE KEY') return toPem(base64)
  if (label !== 'RSA PRIVATE KEY') throw unusable(`it is of kind "${label}", not an RSA key`)
  const key = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const wrapped = der(0x30, [0x02, 0x01, 0x00], RSA, der(0x04, key))
  return toPem(btoa(String.fromCharCode(...wrapped)))
}

/** One value of ASN.1 by the distinguished encoding rules: tag, length, content (X.690). */
function der(tag: number, ...parts: readonly Iterable<number>[]): number[] {
  const content = parts.flatMap((part) => [...part])
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return [tag, ...length, ...content]
}

function toPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}

function unusable(why: string): OutsideError {
  return new OutsideError(`the private key of the GitHub App cannot be used: ${why}`, {
    system: 'github',
    retryable: false,
  })
}
