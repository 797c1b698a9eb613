import type { Path } from '../../domain/document.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { holderName } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { formatCidr, sameCidr } from '../../domain/net/cidr.ts'
import { IntervalIndex } from '../../domain/net/interval-index.ts'
import { setContains } from '../../domain/net/range-set.ts'
import type { Platform, PlatformInput, ProviderSubnet } from '../../domain/platform.ts'
import { breach } from '../../domain/rules/rule.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { segmentsOf } from '../../domain/segments.ts'

/** What a change of the platform is compared with. */
export interface PlatformChange {
  readonly before: Platform
  readonly after: PlatformInput
  readonly state: State
  readonly facts: Facts
}

/** Says what a change of the platform would take from those who hold something. */
export function checkPlatformChange(change: PlatformChange): readonly Finding[] {
  return [...checkProviderSubnets(change), ...checkPools(change), ...checkClaims(change)]
}

const networking = ['spec', 'networking']

function checkProviderSubnets(change: PlatformChange): readonly Finding[] {
  const after = segmentsOf(change.after.platform).subnets
  const users = usersBySegment(change.state)
  return [...segmentsOf(change.before).subnets.values()].flatMap((subnet) => {
    const next = after.get(subnet.name)
    const held = heldOf(change.state, subnet.name)
    const used = [...(users.get(subnet.name) ?? []), ...held.map(({ holder }) => holder)]
    if (next === undefined) return used.length === 0 ? [] : [lost(change, subnet, used)]
    const moved =
      used.length === 0
        ? []
        : movedFields(subnet, next).map((field) => fixed(change, subnet, { field, used }))
    const shrunk = held.filter(({ address }) => !contains(next, address))
    return [
      ...moved,
      ...shrinkFindings(change, pathOfSubnet(change, subnet.name), { pool: subnet.name, shrunk }),
    ]
  })
}

function movedFields(before: ProviderSubnet, after: ProviderSubnet): readonly string[] {
  return [
    ...(sameCidr(before.cidr, after.cidr) ? [] : ['cidrBlock']),
    ...(before.gateway === after.gateway ? [] : ['gateway']),
    ...(before.network === after.network ? [] : ['network']),
  ]
}

function lost(change: PlatformChange, subnet: ProviderSubnet, used: readonly string[]): Finding {
  const message = `provider subnet "${subnet.name}" is removed, but ${list(used)} still uses it`
  return breach(supplyRules.subnetInUse, message, {
    ...platformSpot(change.after.document, [...networking, 'providerNetworks']),
    value: subnet.name,
  })
}

function fixed(
  change: PlatformChange,
  subnet: ProviderSubnet,
  { field, used }: { readonly field: string; readonly used: readonly string[] },
): Finding {
  const path = [...pathOfSubnet(change, subnet.name), ...(field === 'network' ? [] : [field])]
  const message = `${field} of provider subnet "${subnet.name}" (${formatCidr(subnet.cidr)}) cannot be changed while ${list(used)} uses it`
  const hint = 'add a provider subnet beside it'
  return breach(supplyRules.subnetImmutable, message, {
    ...platformSpot(change.after.document, path),
    hint,
  })
}

interface Held {
  readonly address: string
  readonly holder: string
}

function heldOf(state: State, pool: string): readonly Held[] {
  const parts = state.pools.get(pool)?.parts ?? new Map()
  return [...parts.values()].flatMap((part: ReadonlyMap<string, { holder: string }>) =>
    [...part].map(([address, { holder }]) => ({ address, holder })),
  )
}

function usersBySegment(state: State): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const [namespace, book] of state.books) {
    for (const entry of book.values()) {
      if (entry.kind !== 'VpcClaim' || entry.externalSubnet === undefined) continue
      if (entry.phase === 'rejected') continue
      const list = users.get(entry.externalSubnet) ?? []
      list.push(holderName(namespace, entry))
      users.set(entry.externalSubnet, list)
    }
  }
  return users
}

function checkPools(change: PlatformChange): readonly Finding[] {
  const after = new Map(change.after.platform.pools.map((pool) => [pool.name, pool]))
  return change.before.pools.flatMap((pool) => {
    const next = after.get(pool.name)
    const ours = heldOf(change.state, pool.name)
    const services = change.facts.holders.filter((one) => contains(pool, one.address))
    const seen = new Set(ours.map(({ address }) => address))
    const held = [...ours, ...services.filter(({ address }) => !seen.has(address))]
    const shrunk = held.filter(({ address }) => next === undefined || !contains(next, address))
    const path = [...networking, 'loadBalancer', pool.field, 'addresses']
    return shrinkFindings(change, path, { pool: pool.name, shrunk })
  })
}

/** More than this many addresses of one pool are counted, not listed. */
const LISTED = 20

function shrinkFindings(
  change: PlatformChange,
  path: Path,
  { pool, shrunk }: { readonly pool: string; readonly shrunk: readonly Held[] },
): readonly Finding[] {
  const spot = platformSpot(change.after.document, path)
  const hint = 'growing a pool is routine; to shrink it, release what is held first'
  const listed = shrunk.slice(0, LISTED).map(({ address, holder }) =>
    breach(supplyRules.shrunk, `pool "${pool}" no longer has ${address}, which ${holder} holds`, {
      ...spot,
      value: address,
      hint,
    }),
  )
  if (shrunk.length <= LISTED) return listed
  const message = `pool "${pool}" no longer has ${shrunk.length - LISTED} more addresses that are held`
  return [...listed, breach(supplyRules.shrunk, message, { ...spot, hint })]
}

/** A new segment becomes a drop rule in every VPC, so it may not cover what a tenant has. */
function checkClaims(change: PlatformChange): readonly Finding[] {
  const before = segmentsOf(change.before).subnets
  const index = new IntervalIndex<ProviderSubnet>()
  for (const subnet of segmentsOf(change.after.platform).subnets.values()) {
    const former = before.get(subnet.name)
    if (former === undefined || !sameCidr(former.cidr, subnet.cidr))
      index.insert(subnet.cidr, subnet)
  }
  return [...change.state.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) => {
      if (entry.kind !== 'SubnetClaim' || entry.phase === 'rejected') return []
      const hit = cidrsOf(entry.spec.cidrBlock)
        .map((cidr) => index.firstOverlap(cidr)?.value)
        .find((found) => found !== undefined)
      if (hit === undefined) return []
      const holder = holderName(namespace, entry)
      const message = `provider subnet "${hit.name}" (${formatCidr(hit.cidr)}) overlaps ${holder} (${entry.spec.cidrBlock})`
      const path = [...pathOfSubnet(change, hit.name), 'cidrBlock']
      return [
        breach(supplyRules.subnetOverlapsClaim, message, platformSpot(change.after.document, path)),
      ]
    }),
  )
}

/** Where a provider subnet stands in the file. */
function pathOfSubnet(change: PlatformChange, name: string): Path {
  const networks = valueAt(change.after.document.value, [...networking, 'providerNetworks'])
  const list = Array.isArray(networks) ? networks : []
  for (const [n, network] of list.entries()) {
    const subnets = valueAt(network, ['subnets'])
    const at = (Array.isArray(subnets) ? subnets : []).findIndex(
      (one) => valueAt(one, ['name']) === name,
    )
    if (at >= 0) return [...networking, 'providerNetworks', n, 'subnets', at]
  }
  return [...networking, 'providerNetworks']
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null
      ? (inner as Record<string, unknown>)[key]
      : undefined
  }, value)
}

function contains(pool: { readonly usable: ProviderSubnet['usable'] }, text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && setContains(pool.usable, address)
}

/** Names a few and counts the rest. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
