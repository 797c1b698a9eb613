import type { Document } from './document.ts'

/** The brakes that an acknowledgement can let go. */
export type BrakeKind = 'releases' | 'pool' | 'environment' | 'vpc' | 'everything'

/** A reviewed file that lets one brake go, for the names in it, in the commit that adds it. */
export interface Acknowledgement {
  readonly name: string
  readonly brake: BrakeKind
  /** A pool's or an environment's name; `*` for `releases` and `everything`. */
  readonly subject: string
  /** Exact names, `EipClaim photon-prod/web`. */
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
