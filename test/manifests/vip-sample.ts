import type { Arena, Delegation, VipBlock } from '../../lib/domain/vip/delegation.ts'

/** A VIP block of 10.242.0.0/24, by its place there. */
export function block(at: number, ordinal = 1, phase: VipBlock['phase'] = 'Bound'): VipBlock {
  return { ordinal, cidr: `10.242.0.${16 * at}/28`, phase }
}

/** What cluster `solar` of photon-prod has: two blocks and all is well, unless `change` says otherwise. */
export function delegation(change: Partial<Delegation> = {}): Delegation {
  return {
    namespace: 'photon-prod',
    cluster: 'solar',
    wanted: 2,
    blocks: [block(0), block(2, 2)],
    reason: 'Delegatable',
    message: 'it has 2 blocks of 10.242.0.0/24',
    ...change,
  }
}

/** The arena of photon-prod with the blocks of these clusters. */
export function arenaOf(...delegations: readonly Delegation[]): Arena {
  const slots = delegations.flatMap(({ cluster, blocks }) =>
    blocks.map((one) => ({ cluster, block: one })),
  )
  const at = ({ cidr }: VipBlock) => Number(cidr.split(/[./]/)[3])
  return {
    namespace: 'photon-prod',
    cidr: '10.242.0.0/24',
    slots: slots.toSorted((a, b) => at(a.block) - at(b.block)),
  }
}
