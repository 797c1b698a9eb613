import { type EipClaim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Entry, type EntryOf, holderName } from '../../domain/ledger/entry.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { egressEipName, eipName, vpcName } from '../../domain/names.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { pinProblems } from '../../domain/rules/eip-pin.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot } from '../../domain/rules/spot.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { bookOf, type Draft } from './draft.ts'
import { nameProblem } from './name-problem.ts'
import { fullMessage, fullRule } from './pool-full.ts'
import { relatedTo } from './related.ts'
import { findTransfer, finishTransfer } from './transfers.ts'
import type { Verdict } from './verdict.ts'
import { vpcProblem } from './vpc-problem.ts'

/** Judges a new EipClaim, and finds the address that it gets. */
export function admitEip(draft: Draft, claim: EipClaim, isFaulty: boolean): Verdict {
  const vpc = vpcOf(bookOf(draft, claim.namespace))
  const segment = vpc?.kind === 'VpcClaim' ? vpc.externalSubnet : segmentOfPin(draft, claim)
  const access = accessProblem(draft, claim, vpc)
  const waits = vpcProblem(draft, claim)
  const wish = wishOf(claim, segment)
  const names = nameProblem(draft, claim, wish)
  const before = [...access, ...waits, ...names]
  if (claim.spec === undefined) return { findings: before }
  const { kind, name, spec } = claim
  const pool = segment === undefined ? undefined : draft.pools.get(segment)
  if (pool === undefined) {
    if (access.length === 0 && spec.v4Ip !== undefined && vpc === undefined) {
      return { findings: [...before, ...nowhere(draft, claim)] }
    }
    return { findings: before, entry: { kind, name, phase: 'waiting', spec } }
  }
  const found = addressFor(draft, claim, pool)
  const findings = [...before, ...found.findings]
  if (found.address === undefined || isFaulty) return { findings }
  const { address, from } = found
  const held: EntryOf<'EipClaim'> = {
    kind,
    name,
    phase: 'held',
    spec,
    origin: spec.v4Ip === undefined ? 'allocated' : 'pinned',
    pool: pool.name,
    address,
  }
  return {
    findings,
    entry: from === undefined ? held : finishTransfer(draft, held, from),
    take: () => {
      pool.take(address, objectName(claim))
      draft.names.claim(wish.space, wish.name, objectName(claim))
    },
  }
}

/** The claim `external` is the VPC's router port, every other claim has an OvnEip of its own. */
function wishOf(claim: EipClaim, segment: string | undefined) {
  const isEgress = claim.name === 'external' && claim.seen.type === 'lrp' && segment !== undefined
  const name = isEgress
    ? egressEipName(vpcName(claim.namespace), segment)
    : eipName(claim.namespace, claim.name)
  return { space: 'OvnEip', name } as const
}

/** Before there is a VPC, a pin says by itself which segment is meant. */
function segmentOfPin(draft: Draft, claim: EipClaim): string | undefined {
  const pin = claim.seen.v4Ip
  if (pin === undefined) return undefined
  return segmentsOf(draft.platform)
    .subnets.values()
    .find((subnet) => draft.pools.get(subnet.name)?.isUsable(pin))?.name
}

function nowhere(draft: Draft, claim: EipClaim): readonly Finding[] {
  const { subnets } = segmentsOf(draft.platform)
  const fallback =
    subnets.get(draft.platform.defaultProviderSubnet ?? '') ?? subnets.values().next().value
  return fallback === undefined ? [] : pinProblems(claim, fallback)
}

function accessProblem(draft: Draft, claim: EipClaim, vpc: Entry | undefined): readonly Finding[] {
  if (vpc?.kind !== 'VpcClaim' || vpc.spec.externalAccess) return []
  const holder = holderName(claim.namespace, vpc)
  const message = `EipClaim "${claim.name}" asks for an address, but VpcClaim "${vpc.name}" in namespace "${claim.namespace}" has externalAccess: false`
  return [
    breach(lifeRules.eipWithoutAccess, message, {
      at: claim.document.at,
      object: objectName(claim),
      related: relatedTo(draft, holder, `VpcClaim "${vpc.name}" has externalAccess: false`),
    }),
  ]
}

interface Found {
  readonly findings: readonly Finding[]
  readonly address?: string
  /** The claim that hands its address over. */
  readonly from?: string
}

function addressFor(draft: Draft, claim: EipClaim, pool: PoolBook): Found {
  const transfer = findTransfer(draft, claim, pool)
  if (transfer.findings.length > 0) return { findings: transfer.findings }
  if (transfer.address !== undefined && transfer.from !== undefined) {
    return { findings: [], address: transfer.address, from: transfer.from }
  }
  return claim.spec?.v4Ip === undefined
    ? floatingAddress(claim, pool)
    : pinnedAddress(draft, claim, pool)
}

function floatingAddress(claim: EipClaim, pool: PoolBook): Found {
  const address = pool.lowestFree()
  if (address !== undefined) return { findings: [], address }
  const spot = { at: claim.document.at, object: objectName(claim) }
  return { findings: [breach(fullRule, fullMessage(`claim "${claim.name}"`, pool), spot)] }
}

function pinnedAddress(draft: Draft, claim: EipClaim, pool: PoolBook): Found {
  const address = claim.spec?.v4Ip ?? ''
  const subnet = segmentsOf(draft.platform).subnets.get(pool.name)
  const problems = subnet === undefined ? [] : pinProblems(claim, subnet)
  const taken = takenBy(draft, claim, pool)
  return { findings: [...problems, ...taken], address }
}

function takenBy(draft: Draft, claim: EipClaim, pool: PoolBook): readonly Finding[] {
  const address = claim.spec?.v4Ip ?? ''
  const holder = pool.holderOf(address)
  const own = [
    `OvnEip ${eipName(claim.namespace, claim.name)}`,
    `OvnEip ${egressEipName(vpcName(claim.namespace), pool.name)}`,
  ]
  const foreign = pool.foreignHolderOf(address)
  const who =
    holder?.holder ?? (foreign !== undefined && !own.includes(foreign) ? foreign : undefined)
  if (who === undefined || who === objectName(claim)) return []
  const how =
    holder === undefined
      ? 'in the cluster, as facts show'
      : holder.leaving
        ? 'which is not yet proven gone'
        : ''
  const message = `v4Ip "${address}" is held by ${who}${how === '' ? '' : `, ${how}`}`
  return [
    breach(conflictRules.addressTaken, message, {
      ...claimSpot(claim, ['spec', 'v4Ip']),
      hint: 'pin another address, or leave v4Ip out to get the lowest free one',
      related: relatedTo(draft, who, `${who} holds ${address}`),
    }),
  ]
}
