import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { toPkcs8 } from '../../lib/adapters/github/private-key.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test.each([
  ['as GitHub hands it out', pkcs1],
  ['as PKCS#8', pkcs8],
  ['in one line', pkcs1.replaceAll('\n', '\\n')],
  ['with Windows line ends', pkcs1.replaceAll('\n', '\r\n')],
])('a key %s is the same key', (_, pem) => {
  expect(toPkcs8(pem)).toBe(pkcs8)
})

test.each([1024, 3072, 4096])('a key of %i bits is wrapped as Node wraps it', (modulusLength) => {
  const key = generateKeyPairSync('rsa', { modulusLength }).privateKey
  const wrapped = toPkcs8(key.export({ type: 'pkcs1', format: 'pem' }).toString())
  expect(wrapped).toBe(key.export({ type: 'pkcs8', format: 'pem' }).toString())
})

test('the wrapped key signs in WebCrypto', async () => {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const der = Buffer.from(toPkcs8(pkcs1).split('\n').slice(1, -2).join(''), 'base64')
  const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign(algorithm, key, new Uint8Array([1]))
  expect(signature.byteLength).toBe(256)
  expect(createPrivateKey(toPkcs8(pkcs1)).asymmetricKeyType).toBe('rsa')
})

test.each([
  ['nothing', ''],
  ['half a key', pkcs1.slice(0, 400)],
  [
    'an elliptic key',
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'sec1', format: 'pem' })
      .toString(),
  ],
  [
    'an OpenSSH key',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0\n-----END OPENSSH PRIVATE KEY-----\n',
  ],
])('%s is refused, and not shown', (_, pem) => {
  expect(() => toPkcs8(pem)).toThrow(OutsideError)
  for (const line of pem.split('\n').filter((text) => text !== '' && !text.startsWith('-')))
    expect(() => toPkcs8(pem)).not.toThrow(new RegExp(line.slice(0, 8).replaceAll('+', '\\+')))
})
