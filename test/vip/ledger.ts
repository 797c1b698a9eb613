import { delegationsIn } from '../../lib/domain/vip/arena-of.ts'
import type { Delegation } from '../../lib/domain/vip/delegation.ts'
import type { World } from '../plan/world.ts'

/** What the ledger says of a cluster, `photon-prod/solar`. */
export function delegationOf(world: World, cluster: string): Delegation {
  const [namespace = '', name = ''] = cluster.split('/')
  const book = world.state.books.get(namespace) ?? new Map()
  const found = delegationsIn(namespace, book).find((one) => one.cluster === name)
  if (found === undefined) throw new Error(`no KdcCluster ${cluster} in the ledger`)
  return found
}

/** Its blocks with their phases: `10.242.0.0/28 Bound`. */
export function blocksOf(world: World, cluster: string): readonly string[] {
  return delegationOf(world, cluster).blocks.map(({ cidr, phase }) => `${cidr} ${phase}`)
}
