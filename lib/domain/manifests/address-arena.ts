import type { Json } from '../emit.ts'
import { arenaName } from '../names.ts'
import { parseCidr } from '../net/cidr.ts'
import { arenaFinalizer } from '../vip/address-arena.ts'
import { type Arena, arenaSlots } from '../vip/delegation.ts'
import { blocksIn } from '../vip/vip-block.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** The ledger of a project's VIP blocks, as `kubectl get addressarena` shows it. */
export function renderArena({ namespace, cidr, slots }: Arena): Manifest {
  const name = arenaName(namespace)
  const pool = parseCidr(cidr)
  if (pool === undefined) throw new Error(`"${cidr}" is no canonical CIDR`)
  const origin = { kind: 'AddressArena', namespace, claim: name } as const
  return {
    apiVersion: 'network.kube-dc.com/v1alpha1',
    kind: 'AddressArena',
    metadata: { ...metadataOf(name, 'AddressArena', origin), finalizers: [arenaFinalizer] },
    spec: {
      projectNamespace: namespace,
      cidr,
      blocks: blocksIn(pool),
      slotsUsed: slots.length,
      slotsMaximum: arenaSlots,
      slots: slots.map(({ cluster, block }): Json => ({ cluster, ...block })),
    },
  }
}
