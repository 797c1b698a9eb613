import { HTTPException } from 'hono/http-exception'
import { MAX_SKEW_MS } from '../report/limits.ts'
import type { SyncReport } from '../report/sync-report.ts'
import { digitsOf, sameToken, type Verifier, verifierOf } from './signature.ts'

/** A cluster that may report. */
export interface Cluster {
  /** `owner/name` of the claims repository that it follows. */
  readonly repository: string
  /** Sign the reports of our own sync and of Flux: one, or two while the old one is being replaced; none without both. */
  readonly secrets: readonly string[]
  /** Argo CD signs nothing and shows this. */
  readonly token?: string
}

/** How a report shows whom it is from. */
export interface Proof {
  readonly reporter: SyncReport['reporter']
  /** What makes the same bytes the same delivery; a token says nothing about the bytes. */
  readonly id?: string
  holds(body: Uint8Array<ArrayBuffer>): Promise<boolean>
}

/** Reads the proof that a request brings. Throws `HTTPException` 401 where there is none to look at. */
export type Prover = (header: (name: string) => string | undefined, now: number) => Proof

/**
 * What counts as proof for one cluster, by its headers:
 *
 * - our sync: `X-Netclaim-Signature: sha256=…` over `<timestamp>.<body>`, with `X-Netclaim-Timestamp` in seconds since
 *   1970, at most five minutes off, so that an old report cannot be sent again;
 * - Flux (`generic-hmac`): `X-Signature: sha256=…` over the body;
 * - Argo CD: `Authorization: Bearer …`.
 */
export function proverOf({ secrets, token = '' }: Cluster): Prover {
  const verifier = verifierOf(secrets)
  return (header, now) => {
    const own = header('X-Netclaim-Signature')
    const flux = header('X-Signature')
    const bearer = header('Authorization')
    if ([own, flux, bearer].filter((one) => one !== undefined).length !== 1)
      throw refused('exactly one of X-Netclaim-Signature, X-Signature and Authorization is needed')
    if (bearer !== undefined) return byToken(bearer, token)
    if (flux !== undefined) return bySignature('flux', verifier, flux)
    const said = header('X-Netclaim-Timestamp') ?? ''
    if (!/^[1-9]\d{0,11}$/.test(said) || Math.abs(Number(said) * 1_000 - now) > MAX_SKEW_MS)
      throw refused('X-Netclaim-Timestamp is missing, or more than five minutes off')
    return bySignature('own', verifier, own, new TextEncoder().encode(`${said}.`))
  }
}

function bySignature(
  reporter: Proof['reporter'],
  verifier: Verifier,
  header: string | undefined,
  ...before: readonly Uint8Array<ArrayBuffer>[]
): Proof {
  const digits = digitsOf(header)
  if (digits === '') throw refused('the signature is not of the form sha256=<64 hex digits>')
  return { reporter, id: digits, holds: (body) => verifier.verify(digits, ...before, body) }
}

function byToken(header: string, token: string): Proof {
  const given = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header)?.[1] ?? ''
  return { reporter: 'argocd', holds: () => sameToken(given, token) }
}

function refused(message: string): HTTPException {
  return new HTTPException(401, { message })
}
