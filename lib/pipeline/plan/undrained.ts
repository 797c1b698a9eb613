import type { Facts } from '../../domain/facts.ts'
import { type EntryOf, holderName, isHeld } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { type Cidr, parseCidr } from '../../domain/net/cidr.ts'
import { indexOfAddress, indexOfBlock } from '../../domain/vip/blocks.ts'
import type { StoredMigration } from '../../domain/vip/pool-migration.ts'
import { tenantName } from '../../domain/vip/tenant.ts'
import { vipKeys } from '../../domain/vip/vip-keys.ts'
import type { Ground, MigrationObstacle } from './migration-obstacles.ts'

/** Whatever still leads to an old block, and clusters that nobody has looked into. */
export function undrained(
  { from }: StoredMigration,
  { state, view }: Ground,
): readonly MigrationObstacle[] {
  const pool = parseCidr(from)
  if (pool === undefined) return []
  const mirrors = mirrorsByBlock(pool, view.facts)
  const isTold = toldOf(view)
  const taken = new Set<number>()
  const own = oldClusters(from, state).flatMap(({ namespace, entry }) => {
    const blocks = (entry.blocks ?? []).flatMap(({ cidr }) => indexOfBlock(pool, cidr) ?? [])
    for (const block of blocks) taken.add(block)
    const holder = holderName(namespace, entry)
    const seen = blocks.flatMap((block) => mirrors.get(`${namespace} ${block}`) ?? [])
    const led = seen.map((why) => ({ holder, why, next: DRAIN }))
    if (isLeftOut(entry)) return led
    return [
      ...led,
      ...servicesIn(pool, { namespace, entry, blocks: new Set(blocks), view }).map((why) => {
        return { holder, why, next: SERVICE }
      }),
      ...(isTold(tenantName({ namespace, cluster: entry.name }))
        ? []
        : [{ holder, why: 'nobody has told what its Services have', next: REACH }]),
    ]
  })
  const stray = [...taken]
    .toSorted((a, b) => a - b)
    .flatMap((block) => mirrors.get(` ${block}`) ?? [])
  return [
    ...stray.map((why) => ({ why: `${why}, and does not say of which VPC it is`, next: DRAIN })),
    ...own,
  ]
}

const DRAIN = 'netclaim sync takes away what it made; what somebody else made a person deletes'
const OR_ELSE = `or leave out its project by ${vipKeys.project.key}: disabled on its Namespace until the migration is over`
const SERVICE = `the allocator takes the address back when its pool is withdrawn; else delete the Service, ${OR_ELSE}`
const REACH = `let the sync reach the cluster, ${OR_ELSE}`

/**
 * What a cluster says of itself is not asked where it is opted out: else one whose administrator lies, or hangs, would keep
 * all others from their new blocks. What leads to its blocks is seen in the management cluster, and proven gone by OVN.
 */
function isLeftOut({ delegation }: EntryOf<'KdcCluster'>): boolean {
  return delegation?.reason === 'OptedOut'
}

/** Says whether it is known what the Services of a cluster have; one that is known not to be there has none. */
function toldOf(view: FactsView): (cluster: string) => boolean {
  const [tenants, clusters] = [new Set(view.facts.tenants), new Set(view.facts.clusters)]
  const isWhole = view.isComplete('Cluster') && view.isComplete('KdcCluster')
  const isThere = (cluster: string) =>
    !isWhole || clusters.has(cluster) || view.exists(`KdcCluster ${cluster}`)
  return (cluster) => tenants.has(cluster) || !isThere(cluster)
}

/** Clauses by VPC and block, `photon-prod 3`; those that name no VPC by ` 3`. */
function mirrorsByBlock(pool: Cidr, { mirrors }: Facts): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { address: text, holder, vpc = '' } of mirrors) {
    const address = parseAddress(text)
    const block = address && indexOfAddress(pool, address)
    if (block === undefined) continue
    const key = `${vpc} ${block}`
    const known = found.get(key) ?? []
    found.set(key, known)
    known.push(`${holder} still stands for ${text}`)
  }
  return found
}

interface Asked {
  readonly namespace: string
  readonly entry: EntryOf<'KdcCluster'>
  readonly blocks: ReadonlySet<number>
  readonly view: FactsView
}

function servicesIn(pool: Cidr, { namespace, entry, blocks, view }: Asked): readonly string[] {
  return view.vipsOf(namespace, entry.name).flatMap(({ service, address: text }) => {
    const address = parseAddress(text)
    const block = address && indexOfAddress(pool, address)
    if (block === undefined || !blocks.has(block)) return []
    return [`Service ${service} in it still has ${text}`]
  })
}

/** Clusters that stay and have blocks of the old pool. */
function oldClusters(from: string, { arenas, books }: State) {
  return [...arenas].flatMap(([namespace, pool]) =>
    pool === from
      ? [...(books.get(namespace)?.values() ?? [])].flatMap((entry) =>
          entry.kind === 'KdcCluster' && isHeld(entry) && (entry.blocks ?? []).length > 0
            ? [{ namespace, entry }]
            : [],
        )
      : [],
  )
}
