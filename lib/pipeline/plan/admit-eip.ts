import { type EipClaim, objectName } from '../../domain/claims/claim.ts'
import type { EipSpec } from '../../domain/claims/eip-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Entry, type EntryOf, holderName } from '../../domain/ledger/entry.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { egressEipName, eipName, vpcName } from '../../domain/names.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { rangeOf } from '../../domain/net/range.ts'
import { setContains } from '../../domain/net/range-set.ts'
import { pinProblems } from '../../domain/rules/eip-pin.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { bookOf, type Draft } from './draft.ts'
import { addressFor, pinFindings } from './eip-address.ts'
import { nameProblem, type Wish } from './name-problem.ts'
import { relatedTo } from './related.ts'
import { finishTransfer } from './transfers.ts'
import type { Verdict } from './verdict.ts'
import { vpcProblem } from './vpc-problem.ts'

/** Judges a new EipClaim, and finds the address that it gets. */
export function admitEip(draft: Draft, claim: EipClaim, isFaulty: boolean): Verdict {
  const vpc = vpcOf(bookOf(draft, claim.namespace))
  const segment = vpc?.kind === 'VpcClaim' ? vpc.externalSubnet : segmentOfPin(draft, claim)
  const wish = wishOf(claim, segment)
  const access = accessProblem(draft, claim, vpc)
  const names = isInert(claim) ? [] : nameProblem(draft, claim, wish)
  const findings = [...access, ...vpcProblem(draft, claim), ...names]
  const { kind, name, spec } = claim
  const pool = isInert(claim) ? undefined : draft.pools.get(segment ?? '')
  if (spec === undefined) {
    const source = { pool, object: `OvnEip ${wish.name}` }
    return { findings: [...findings, ...pinFindings(draft, claim, source)] }
  }
  if (pool !== undefined) return give(draft, { claim, spec, findings, isFaulty, pool, wish })
  const entry = { kind, name, phase: 'waiting', spec } as const
  if (isInert(claim)) return { findings, entry }
  const nowhere = vpc === undefined ? pinnedNowhere(draft, claim) : []
  if (nowhere.length > 0) return { findings: [...findings, ...nowhere] }
  // The name is its own from now on, though there is no address yet.
  const take = () => draft.names.claim(wish.space, wish.name, objectName(claim))
  return { findings, entry, take }
}

/** Only the VPC's own router port is ever of type lrp: any other such claim does nothing. */
function isInert({ name, seen }: EipClaim): boolean {
  return seen.type === 'lrp' && name !== 'external'
}

interface Gift {
  readonly claim: EipClaim
  readonly spec: EipSpec
  readonly findings: readonly Finding[]
  readonly isFaulty: boolean
  readonly pool: PoolBook
  readonly wish: Wish
}

function give(draft: Draft, { claim, spec, isFaulty, pool, wish, ...gift }: Gift): Verdict {
  const found = addressFor(draft, claim, { pool, object: `OvnEip ${wish.name}` })
  const findings = [...gift.findings, ...found.findings]
  if (found.address === undefined || isFaulty) return { findings }
  const { address, from } = found
  const held: EntryOf<'EipClaim'> = {
    kind: claim.kind,
    name: claim.name,
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
  const pin = parseAddress(claim.seen.v4Ip ?? '')
  const segment = pin && segmentsOf(draft.platform).at(rangeOf(pin))
  return segment && setContains(segment.usable, pin) ? segment.name : undefined
}

/** A pin that no segment can give is not waited for. */
function pinnedNowhere(draft: Draft, claim: EipClaim): readonly Finding[] {
  const pin = parseAddress(claim.seen.v4Ip ?? '')
  const segments = segmentsOf(draft.platform)
  const meant = pin && segments.at(rangeOf(pin))
  const fallback = segments.subnets.get(draft.platform.defaultProviderSubnet ?? '')
  const segment = meant ?? fallback ?? segments.subnets.values().next().value
  return segment === undefined ? [] : pinProblems(claim, segment)
}

function accessProblem(draft: Draft, claim: EipClaim, vpc: Entry | undefined): readonly Finding[] {
  if (vpc?.kind !== 'VpcClaim' || vpc.spec.externalAccess) return []
  const holder = holderName(claim.namespace, vpc)
  const message = `EipClaim "${claim.name}" asks for an address, but VpcClaim "${vpc.name}" in namespace "${claim.namespace}" has externalAccess: false`
  return [
    breach(lifeRules.eipWithoutAccess, message, {
      at: claim.document.at,
      object: objectName(claim),
      ...relatedTo(draft, holder, `VpcClaim "${vpc.name}" has externalAccess: false`),
    }),
  ]
}
