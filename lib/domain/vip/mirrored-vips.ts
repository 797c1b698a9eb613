import { compareText } from '../compare-text.ts'
import type { Vip } from '../facts.ts'
import type { VipBlock } from './delegation.ts'
import { limitsOf } from './vip-limits.ts'

/** Which VIPs of a cluster are led to it, and which are not, with a clause each that says why. */
export interface MirroredVips {
  readonly mirrored: readonly Vip[]
  readonly left: readonly { readonly vip: Vip; readonly why: string }[]
}

/**
 * Judges the VIPs of one cluster by its blocks. A port of an address has one rule: of two in one network the second does
 * nothing, and takes the first along when it goes.
 */
export function mirroredVips(vips: readonly Vip[], blocks: readonly VipBlock[]): MirroredVips {
  const mirrored: Vip[] = []
  const left: { vip: Vip; why: string }[] = []
  const holders = new Map<string, string>()
  for (const vip of vips.toSorted((a, b) => compareText(keyOf(a), keyOf(b)))) {
    const why = limitsOf(vip, blocks)[0]?.message ?? whyTaken(vip, holders)
    if (why !== undefined) {
      left.push({ vip, why })
      continue
    }
    for (const spot of spotsOf(vip)) holders.set(spot, vip.service)
    mirrored.push(vip)
  }
  return { mirrored, left }
}

function whyTaken(vip: Vip, holders: ReadonlyMap<string, string>): string | undefined {
  const spot = spotsOf(vip).find((one) => holders.has(one))
  return spot && `${spot} is that of Service ${holders.get(spot)}`
}

/** `10.242.0.17:80/TCP` of each port. */
function spotsOf({ address, ports }: Vip): readonly string[] {
  return ports.map(({ port, protocol }) => `${address}:${port}/${protocol}`)
}

function keyOf({ service, address }: Vip): string {
  return `${service} ${address}`
}
