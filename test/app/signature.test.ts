import { expect, test } from 'vitest'
import { digitsOf, sameToken, verifierOf } from '../../functions/app/signature.ts'
import { SECRET } from './environment.ts'
import { hmac, OLD_SECRET } from './given.ts'

const bytes = new TextEncoder().encode('Hello, World!')
/** Published by GitHub for this text and this secret. */
const PUBLISHED = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

test("GitHub's published example", async () => {
  expect(await verifierOf([SECRET]).verify(PUBLISHED, bytes)).toBe(true)
  expect(await hmac(SECRET, 'Hello, World!')).toBe(PUBLISHED)
})

test('either secret, while one takes the place of the other', async () => {
  expect(await verifierOf([OLD_SECRET, SECRET]).verify(PUBLISHED, bytes)).toBe(true)
  expect(await verifierOf([SECRET, OLD_SECRET]).verify(PUBLISHED, bytes)).toBe(true)
  expect(await verifierOf([OLD_SECRET]).verify(PUBLISHED, bytes)).toBe(false)
})

test('no secret is no signature', async () => {
  expect(await verifierOf([]).verify(PUBLISHED, bytes)).toBe(false)
})

test.each([
  ['another byte', PUBLISHED.replace(/7$/, '8')],
  ['one digit less', PUBLISHED.slice(0, -1)],
  ['one digit more', `${PUBLISHED}0`],
  ['upper case', PUBLISHED.toUpperCase()],
  ['a line end', `${PUBLISHED}\n`],
  ['nothing', ''],
  ['other letters', `zz${PUBLISHED.slice(2)}`],
])('%s', async (_, signature) => {
  expect(await verifierOf([SECRET]).verify(signature, bytes)).toBe(false)
})

test('a text in two pieces', async () => {
  const halves = [bytes.slice(0, 5), bytes.slice(5)] as const
  expect(await verifierOf([SECRET]).verify(PUBLISHED, ...halves)).toBe(true)
  expect(await verifierOf([SECRET]).verify(PUBLISHED, halves[0])).toBe(false)
})

test.each([
  [`sha256=${PUBLISHED}`, PUBLISHED],
  [`sha1=${PUBLISHED}`, ''],
  [PUBLISHED, ''],
  ['', ''],
  [undefined, ''],
])('the digits of %s', (header, digits) => {
  expect(digitsOf(header)).toBe(digits)
})

test.each([
  ['token', 'token', true],
  ['token', 'tokens', false],
  ['tokem', 'token', false],
  ['', 'token', false],
  ['token', '', false],
  ['', '', false],
])('token "%s" for "%s"', async (given, expected, same) => {
  expect(await sameToken(given, expected)).toBe(same)
})
