import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { formatCidr } from '../../domain/net/cidr.ts'
import { setContains } from '../../domain/net/range-set.ts'
import type { ProviderSubnet } from '../../domain/platform.ts'
import { breach } from '../../domain/rules/rule.ts'
import { segmentRules } from '../../domain/rules/segment-rules.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { exclusionSpot, exclusionsAt } from './exclusion-spot.ts'
import { checkCarriers } from './platform-carriers.ts'
import { checkClaims, checkSubnetNames } from './platform-claims.ts'
import { checkLosses } from './platform-losses.ts'
import { networking, type PlatformChange, pathOfSubnet } from './platform-request.ts'
import { type Held, heldOf, list, usersBySegment, uses, withSeen } from './platform-users.ts'

/** Says what a change of the platform would take from those who hold something. */
export function checkPlatformChange(change: PlatformChange): readonly Finding[] {
  return [
    ...checkProviderSubnets(change),
    ...checkCarriers(change),
    ...checkPools(change),
    ...checkClaims(change),
    ...checkSubnetNames(change),
    ...checkLosses(change),
  ]
}

function checkProviderSubnets(change: PlatformChange): readonly Finding[] {
  const after = segmentsOf(change.after.platform).subnets
  const users = usersBySegment(change.state)
  const strangers = Map.groupBy(change.facts.holders, ({ subnet }) => subnet)
  return [...segmentsOf(change.before).subnets.values()].flatMap((subnet) => {
    const next = after.get(subnet.name)
    const held = withSeen(
      heldOf(change.state.pools.get(subnet.name)),
      strangers.get(subnet.name) ?? [],
    )
    const used = [...(users.get(subnet.name) ?? []), ...held.map(({ holder }) => holder)]
    if (next === undefined) return used.length === 0 ? [] : [lost(change, subnet, used)]
    const moved =
      used.length === 0
        ? []
        : movesOf(subnet, next).map((move) => fixed(change, subnet, { ...move, used }))
    const shrunk = held.filter(({ address }) => !contains(next, address))
    return [
      ...moved,
      ...shrinkFindings(change, pathOfSubnet(change, subnet.name), { pool: subnet.name, shrunk }),
    ]
  })
}

/** What is another one of a provider subnet. */
interface Move {
  readonly field: 'cidrBlock' | 'gateway' | 'network'
  readonly from: string
  readonly to: string
}

function movesOf(before: ProviderSubnet, after: ProviderSubnet): readonly Move[] {
  const [was, is] = [textsOf(before), textsOf(after)]
  return (['cidrBlock', 'gateway', 'network'] as const)
    .map((field) => ({ field, from: was[field], to: is[field] }))
    .filter(({ from, to }) => from !== to)
}

function textsOf({ cidr, gateway: value, network }: ProviderSubnet): Record<Move['field'], string> {
  const gateway = formatAddress({ family: cidr.family, value })
  return { cidrBlock: formatCidr(cidr), gateway, network }
}

function lost(change: PlatformChange, subnet: ProviderSubnet, used: readonly string[]): Finding {
  const message = `provider subnet "${subnet.name}" is removed, but ${list(used)} still ${uses(used)} it`
  return breach(segmentRules.inUse, message, {
    ...platformSpot(change.after.document, [...networking, 'providerNetworks']),
    value: subnet.name,
  })
}

function fixed(
  change: PlatformChange,
  subnet: ProviderSubnet,
  { field, from, to, used }: Move & { readonly used: readonly string[] },
): Finding {
  const path = [...pathOfSubnet(change, subnet.name), ...(field === 'network' ? [] : [field])]
  const message = `${field} of provider subnet "${subnet.name}" cannot be changed from "${from}" to "${to}" while ${list(used)} ${uses(used)} it`
  const hint = 'add a provider subnet beside it'
  return breach(segmentRules.immutable, message, {
    ...platformSpot(change.after.document, path),
    hint,
  })
}

function checkPools(change: PlatformChange): readonly Finding[] {
  const after = new Map(change.after.platform.pools.map((pool) => [pool.name, pool]))
  return change.before.pools.flatMap((pool) => {
    const next = after.get(pool.name)
    const ours = heldOf(change.state.pools.get(pool.name))
    const services = change.facts.holders.filter((one) => contains(pool, one.address))
    const shrunk = withSeen(ours, services).filter(
      ({ address }) => next === undefined || !contains(next, address),
    )
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
  const { document } = change.after
  const spot = platformSpot(document, path)
  const excludes = exclusionsAt(document, path)
  const hint = 'growing a pool is routine; to shrink it, release what is held first'
  const listed = shrunk.slice(0, LISTED).map(({ address, holder }) =>
    breach(supplyRules.shrunk, `pool "${pool}" no longer has ${address}, which ${holder} holds`, {
      ...spot,
      value: address,
      ...exclusionSpot(document, excludes, address),
      hint,
    }),
  )
  if (shrunk.length <= LISTED) return listed
  const message = `pool "${pool}" no longer has ${shrunk.length - LISTED} more addresses that are held`
  return [...listed, breach(supplyRules.shrunk, message, { ...spot, hint })]
}

function contains(pool: { readonly usable: ProviderSubnet['usable'] }, text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && setContains(pool.usable, address)
}
