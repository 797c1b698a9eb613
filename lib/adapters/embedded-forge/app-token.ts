import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'
import { ApiError } from './api-error.ts'
import type { Forge } from './forge.ts'

/** Longest life of an app's token, and how far its clock may be ahead, in seconds. */
const MAX_LIFE = 600
const MAX_AHEAD = 60

const Header = z.object({ alg: z.literal('RS256') })
const Claims = z.object({
  iat: z.number(),
  exp: z.number(),
  iss: z.union([z.string(), z.number()]),
})

/** Throws 401 where a JSON Web Token is not the app's, or not of this time. RFC 7519, with GitHub's limits. */
export function verifyAppToken(forge: Forge, token: string): void {
  const [header = '', claims = '', signature = '', ...more] = token.split('.')
  const isHeader = Header.safeParse(decode(header)).success
  const read = Claims.safeParse(decode(claims))
  const signed = Buffer.from(`${header}.${claims}`)
  const key = createPublicKey(forge.app.publicKey)
  const isSigned =
    isHeader &&
    more.length === 0 &&
    verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))
  if (!isSigned || !read.success) throw new ApiError(401, 'A JSON web token could not be decoded')
  const { iat, exp, iss } = read.data
  const now = Math.floor(forge.now() / 1000)
  if (String(iss) !== String(forge.app.id)) throw new ApiError(401, 'Integration not found')
  if (exp <= now)
    throw new ApiError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    )
  if (exp > now + MAX_LIFE)
    throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future")
  if (iat > now + MAX_AHEAD)
    throw new ApiError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    )
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
