import type { Facts } from '../facts.ts'
import type { Grants } from '../grants.ts'
import type { Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'

/** What a claim is judged by, beside itself. */
export interface ClaimContext {
  readonly settings: Settings
  /** Absent when no KMetal object says what there is. */
  readonly platform?: Platform | undefined
  readonly facts: Facts
  /** Absent when the operators' folder says nothing about the claim's namespace. */
  readonly grants?: Grants | undefined
  /** The VIP pool of the claim's project, and the one to come; absent or none where VIPs are no matter there. */
  readonly vipPools?: readonly string[]
}

/** What the platform is judged by, beside itself. */
export interface PlatformContext {
  readonly settings: Settings
  readonly facts: Facts
}
