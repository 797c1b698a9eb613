import type { Place } from '../finding.ts'

/** What becomes of VIP blocks: nothing, an account of what would be, or blocks. */
export const vipModes = ['off', 'observe', 'enable'] as const

/** What `platform/cluster-config.env` says of VIP blocks, defaults filled in. */
export interface VipConfig {
  /** `LB_BLOCK_MODE`. */
  readonly mode: (typeof vipModes)[number]
  /** `VIP_POOL_CIDR`, canonical: the pool that every project has for itself. */
  readonly poolCidr: string
  /** `LB_BLOCK_REQUIRE_OPT_IN`: a cluster gets blocks only where its annotation says `enabled`. */
  readonly requireOptIn: boolean
}

/** What holds where the file says nothing (seed). */
export const defaultVipConfig: VipConfig = {
  mode: 'observe',
  poolCidr: '10.242.0.0/24',
  requireOptIn: false,
}

/** The settings that are read of the file; the platform's other variables are none of ours. */
export const vipSettings = ['LB_BLOCK_MODE', 'VIP_POOL_CIDR', 'LB_BLOCK_REQUIRE_OPT_IN'] as const

export type VipSetting = (typeof vipSettings)[number]

/** A setting as it is written. */
export interface Written {
  /** Where its value begins. */
  readonly at: Place
  readonly text: string
}

/** The file as it was read. */
export interface VipInput {
  readonly config: VipConfig
  /** The settings that it has, used or not. */
  readonly written: Readonly<Partial<Record<VipSetting, Written>>>
  /** Its beginning. */
  readonly at: Place
}
