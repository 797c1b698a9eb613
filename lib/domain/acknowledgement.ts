import * as z from 'zod'
import { note } from './claims/field.ts'
import { apiVersion, kind, PlatformMetadata } from './claims/metadata.ts'
import type { Document } from './document.ts'
import { sha256 } from './sha256.ts'

/** The brakes that an acknowledgement can let go. */
export type BrakeKind =
  | 'releases'
  | 'pool'
  | 'environment'
  | 'vpc'
  | 'everything'
  // Not a brake on releases: what an import found stays as it is until this takes it over.
  | 'take-over'
  // Not a brake on releases: `main` was rewritten, and this says where the state goes on.
  | 'state/reset'

/** A reviewed file that lets one brake go, for the names in it, in the commit that adds it. */
export interface Acknowledgement {
  readonly name: string
  readonly brake: BrakeKind
  /** A pool's or an environment's name; `*` for `releases`, `everything` and a platform that is taken over; a commit id for `state/reset`. */
  readonly subject: string
  /** Exact names, `EipClaim photon-prod/web`, or parts of the platform; a commit id for `state/reset`. */
  readonly allows: readonly string[]
  readonly reason: string
  /** Stands for the content: the same text is spent once only. */
  readonly digest: string
  readonly document: Document
}

/** A reviewed file that moves an allocation to another claim without a release. */
export interface Transfer {
  readonly name: string
  /** `EipClaim photon-prod/web`. */
  readonly from: string
  readonly to: string
  readonly reason: string
  readonly digest: string
  readonly document: Document
}

/** `apiVersion` of Netclaim's own kinds. */
export const netclaimApiVersion = 'netclaim.dev/v1alpha1'

const claimName = z
  .string()
  .max(200)
  .regex(/^[A-Z][A-Za-z]* [-a-z0-9]+\/[-a-z0-9]+$/, 'is no name like "EipClaim photon-prod/web"')

/** A claim's name, for `take-over` a part of the platform, too, for `state/reset` a commit id. */
const allowed = z
  .string()
  .max(200)
  .regex(
    /^(?:[A-Z][A-Za-z]* [-a-z0-9]+\/[-a-z0-9]+|networking|loadBalancer\/[a-zA-Z]+|providerNetworks\/[-a-z0-9]+(?:\/subnets\/[-a-z0-9]+)?|[0-9a-f]{40}|[0-9a-f]{64})$/,
    'is no name like "EipClaim photon-prod/web"',
  )

/** `spec.reason` of Netclaim's own kinds. */
export const reason = note(z.string().regex(/\S/, 'is blank').max(4096), {
  description: 'Why this is wanted, for those who read the history.',
  examples: ['photon moves to another region, ticket 4711'],
  unit: 'text',
})

/** `spec` of an Acknowledgement as written. */
export const AcknowledgementSpec = z.strictObject({
  brake: note(
    z.enum(['releases', 'pool', 'environment', 'vpc', 'everything', 'take-over', 'state/reset']),
    {
      description:
        'The brake to let go; the check that was refused names it. take-over: what an import found, and left as it was, is rendered from now on.',
      examples: ['environment'],
      unit: 'brake',
    },
  ),
  subject: note(z.string().min(1).max(200), {
    description:
      'The pool or environment; "*" for releases and everything, and for parts of the platform that are taken over.',
    examples: ['photon-prod'],
    unit: 'name or "*"',
  }),
  allows: note(z.array(allowed).min(1).max(100_000), {
    description:
      'The exact claims whose allocations may be released, or that are taken over; for take-over with subject "*", parts of the platform such as providerNetworks/provider.',
    examples: [['EipClaim photon-prod/web']],
    unit: 'list of "<kind> <namespace>/<name>"',
  }),
  reason,
})

/** An Acknowledgement as its file holds it. */
export const AcknowledgementFile = z.strictObject({
  apiVersion: apiVersion(netclaimApiVersion),
  kind: kind('Acknowledgement'),
  metadata: PlatformMetadata,
  spec: note(AcknowledgementSpec, {
    description: 'The brake, what may pass it, and why.',
    examples: [
      {
        brake: 'environment',
        subject: 'photon-prod',
        allows: ['EipClaim photon-prod/web'],
        reason: 'photon moves to another region',
      },
    ],
    unit: 'spec',
  }),
})

/** `spec` of a Transfer as written. */
export const TransferSpec = z.strictObject({
  from: note(claimName, {
    description: 'The claim that has the allocation.',
    examples: ['EipClaim photon-prod/web'],
    unit: '"<kind> <namespace>/<name>"',
  }),
  to: note(claimName, {
    description: 'The claim that gets it.',
    examples: ['EipClaim photon-live/web'],
    unit: '"<kind> <namespace>/<name>"',
  }),
  reason,
})

/** A Transfer as its file holds it. */
export const TransferFile = z.strictObject({
  apiVersion: apiVersion(netclaimApiVersion),
  kind: kind('Transfer'),
  metadata: PlatformMetadata,
  spec: note(TransferSpec, {
    description: 'What moves, and why.',
    examples: [
      { from: 'EipClaim photon-prod/web', to: 'EipClaim photon-live/web', reason: 'renamed' },
    ],
    unit: 'spec',
  }),
})

/** Stands for what a file says, whatever its name, its comments and the order of its fields. */
export function digestOf(kind: string, spec: Readonly<Record<string, unknown>>): string {
  const fields = Object.keys(spec)
    .toSorted()
    .map((key) => [key, spec[key]])
  return sha256(JSON.stringify([kind, fields]))
}
