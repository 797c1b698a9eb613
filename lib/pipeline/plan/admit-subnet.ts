import { objectName, type SubnetClaim } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { holderName } from '../../domain/ledger/entry.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { subnetName } from '../../domain/names.ts'
import { IntervalIndex } from '../../domain/net/interval-index.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot } from '../../domain/rules/spot.ts'
import { type Block, bookOf, type Draft } from './draft.ts'
import { nameProblem } from './name-problem.ts'
import { isGoing, NOT_YET_GONE } from './not-yet-gone.ts'
import { relatedTo } from './related.ts'
import type { Verdict } from './verdict.ts'
import { vpcProblem } from './vpc-problem.ts'

/** Judges a new SubnetClaim: a block and names that nobody has, and a way out only where there is one. */
export function admitSubnet(draft: Draft, claim: SubnetClaim, isFaulty: boolean): Verdict {
  const { namespace, name } = claim
  const overlaps = overlapOf(draft, claim)
  const wishes = wishesOf(claim)
  const names = wishes.flatMap((wish) => nameProblem(draft, claim, wish))
  const foreign = foreignProblem(draft, claim)
  const findings = [
    ...overlaps,
    ...names,
    ...foreign,
    ...snatProblem(draft, claim),
    ...vpcProblem(draft, claim),
  ]
  const take = () => {
    noteBlock(draft, namespace, { name, cidrBlock: claim.seen.cidrBlock ?? '' })
    for (const wish of wishes) draft.names.claim(wish.space, wish.name, objectName(claim))
  }
  // A faulty claim comes after the good ones: what is compared with it is faulty, too.
  if (isFaulty && overlaps.length === 0)
    noteBlock(draft, namespace, { name, cidrBlock: claim.seen.cidrBlock ?? '' })
  if (claim.spec === undefined) return { findings }
  return { findings, entry: { kind: claim.kind, name, phase: 'held', spec: claim.spec }, take }
}

/** Puts a claim's blocks among those that are in use in its environment. */
export function noteBlock(draft: Draft, namespace: string, block: Block): void {
  const index = draft.blocks.get(namespace) ?? new IntervalIndex<Block>()
  draft.blocks.set(namespace, index)
  for (const cidr of cidrsOf(block.cidrBlock)) index.insert(cidr, block)
}

function wishesOf(claim: SubnetClaim) {
  const subnet = { space: 'datapath', name: subnetName(claim.namespace, claim.name) } as const
  const { attachment } = claim.seen
  if (attachment === undefined || !attachment.managed) return [subnet]
  const name = `${claim.namespace}/${attachment.name}`
  return [subnet, { space: 'NetworkAttachmentDefinition', name } as const]
}

function overlapOf(draft: Draft, claim: SubnetClaim): readonly Finding[] {
  const index = draft.blocks.get(claim.namespace)
  if (index === undefined) return []
  for (const cidr of cidrsOf(claim.seen.cidrBlock ?? '')) {
    const other = index.firstOverlap(cidr)?.value
    if (other === undefined || other.name === claim.name) continue
    const spot = claimSpot(claim, ['spec', 'cidrBlock'])
    if (other.foreign === true) {
      const message = `cidrBlock "${spot.value ?? claim.seen.cidrBlock}" overlaps Subnet "${other.name}" (${other.cidrBlock}) in the VPC of "${claim.namespace}", which no claim explains, as facts show`
      return [breach(conflictRules.overlap, message, spot)]
    }
    const holder = holderName(claim.namespace, { kind: 'SubnetClaim', name: other.name })
    const message = `cidrBlock "${spot.value ?? claim.seen.cidrBlock}" overlaps SubnetClaim "${other.name}" (${other.cidrBlock}) in namespace "${claim.namespace}"${isGoing(draft, holder) ? NOT_YET_GONE : ''}`
    return [
      breach(conflictRules.overlap, message, {
        ...spot,
        ...relatedTo(draft, holder, `SubnetClaim "${other.name}" has ${other.cidrBlock}`),
      }),
    ]
  }
  return []
}

/**
 * Whoever made a Subnet of the name that the claim's would have keeps it: applied over it, ours would move it to another
 * VPC or block under what runs on it. One that is the same is taken over. Facts of later than the commit count, too: what
 * has the name by now is not of a claim with another block, and a claim that is refused is judged anew at each commit.
 */
function foreignProblem(draft: Draft, claim: SubnetClaim): readonly Finding[] {
  const name = subnetName(claim.namespace, claim.name)
  const there = draft.view.blockOf(name)
  if (there === undefined) return []
  if (there.vpc === claim.namespace && there.cidrBlock === claim.seen.cidrBlock) return []
  const message = `SubnetClaim "${claim.name}" needs the Vpc or Subnet name "${name}", which a Subnet of ${there.cidrBlock} in VPC "${there.vpc}" has already, in the cluster, as facts show`
  return [
    breach(conflictRules.nameTaken, message, {
      at: claim.document.at,
      object: objectName(claim),
      value: name,
      hint: 'choose another name for the claim, or import what is there',
    }),
  ]
}

function snatProblem(draft: Draft, claim: SubnetClaim): readonly Finding[] {
  if (claim.seen.enableSnatRule !== true) return []
  const vpc = vpcOf(bookOf(draft, claim.namespace))
  if (vpc?.kind !== 'VpcClaim' || vpc.spec.externalAccess) return []
  const holder = holderName(claim.namespace, vpc)
  const message = `enableSnatRule is true, but VpcClaim "${vpc.name}" in namespace "${claim.namespace}" has externalAccess: false, so there is no address to leave by`
  return [
    breach(lifeRules.snatWithoutAccess, message, {
      ...claimSpot(claim, ['spec', 'enableSnatRule']),
      ...relatedTo(draft, holder, `VpcClaim "${vpc.name}" has externalAccess: false`),
    }),
  ]
}
