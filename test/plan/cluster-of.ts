import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import { isLeaving } from '../../lib/domain/ledger/entry.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { rendered } from './rendered.ts'
import type { World } from './world.ts'

/** uid of the cluster that reports in tests. */
export const uid = '11111111-1111-1111-1111-111111111111'

const KINDS = [
  'Cluster',
  'EipClaim',
  'NetworkAttachmentDefinition',
  'OvnEip',
  'OvnSnatRule',
  'Service',
  'Subnet',
  'Vpc',
]

/**
 * What a cluster reports that has applied the present state and removed all else: every list whole, nothing bound or
 * in use, and OVN-NB read twice without the addresses that are on their way out. `more` says otherwise.
 */
export function applied(world: World, more: Partial<Facts> = {}): Facts {
  const { generation, books } = readState(world.tree).value
  const objects = rendered(world.tree)
  const eips = [...objects.values()].filter(({ kind }) => kind === 'OvnEip')
  const addresses = new Set(eips.map(({ spec }) => String(spec['v4Ip'])))
  const leaving = [...books.values()].flatMap((book) =>
    [...book.values()].filter(isLeaving).flatMap(({ address }) => address ?? []),
  )
  return {
    ...noFacts,
    uid,
    generation,
    complete: KINDS,
    objects: [...objects.keys()].toSorted(),
    holders: eips.map(({ metadata, spec }) => ({
      address: String(spec['v4Ip']),
      holder: `OvnEip ${metadata.name}`,
      subnet: String(spec['externalSubnet']),
    })),
    usage: [...objects.values()]
      .filter(({ kind }) => kind === 'Subnet')
      .map(({ metadata }) => ({ subnet: metadata.name, v4: '0' })),
    drops: [...objects.values()]
      .filter(({ kind }) => kind === 'Vpc')
      .map(({ metadata, spec }) => ({ vpc: metadata.name, cidrs: dropsOf(spec['policyRoutes']) })),
    proven: leaving
      .filter((address) => !addresses.has(address))
      .map((address) => ({ address, generation })),
    ...more,
  }
}

function dropsOf(routes: unknown): readonly string[] {
  const list = (routes ?? []) as readonly { readonly match: string; readonly action: string }[]
  return list
    .filter(({ action }) => action === 'drop')
    .map(({ match }) => match.slice(match.lastIndexOf(' ') + 1))
    .toSorted()
}

/** Applies and reports until nothing moves any more; gives back how often the cluster reported. */
export function settle(world: World): number {
  for (let round = 1; round <= 12; round += 1) {
    const before = withoutHead(world)
    world.report(applied(world))
    if (withoutHead(world) === before) return round
  }
  throw new Error('it never comes to rest')
}

function withoutHead(world: World): string {
  const files = [...world.tree].filter(([path]) => !/^(state\.yaml$|observed\/)/.test(path))
  return JSON.stringify(files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
