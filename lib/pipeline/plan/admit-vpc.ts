import { objectName, type VpcClaim } from '../../domain/claims/claim.ts'
import { resolveExternalSubnet } from '../../domain/external-subnet.ts'
import type { Finding } from '../../domain/finding.ts'
import { holderName, isHeld } from '../../domain/ledger/entry.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { egressEipName, vpcName } from '../../domain/names.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { bookOf, type Draft } from './draft.ts'
import { nameProblem } from './name-problem.ts'
import { relatedTo } from './related.ts'
import type { Verdict } from './verdict.ts'

/** Judges a new VpcClaim: the only one of its environment, with a name that nobody has. */
export function admitVpc(draft: Draft, claim: VpcClaim): Verdict {
  const findings: Finding[] = []
  const other = vpcOf(bookOf(draft, claim.namespace))
  if (other !== undefined && other.name !== claim.name) {
    const holder = holderName(claim.namespace, other)
    const message = `only one VpcClaim is allowed per namespace: "${claim.namespace}" has VpcClaim "${other.name}"`
    findings.push(
      breach(conflictRules.onlyOneVpc, message, {
        at: claim.document.at,
        object: objectName(claim),
        value: claim.name,
        ...relatedTo(draft, holder, `VpcClaim "${other.name}" is the one`),
      }),
    )
  }
  const name = vpcName(claim.namespace)
  const wish = { space: 'datapath', name, holder: `Vpc ${name}` } as const
  findings.push(...nameProblem(draft, claim, wish))
  if (claim.spec === undefined) return { findings }
  const external = resolveExternalSubnet(claim.spec, draft.platform)
  const egress = external && egressWish(claim, external.name)
  if (egress !== undefined) findings.push(...nameProblem(draft, claim, egress))
  if (other === undefined) findings.push(...heldBefore(draft, claim, external?.name))
  return {
    findings,
    entry: {
      kind: claim.kind,
      name: claim.name,
      phase: 'held',
      spec: claim.spec,
      ...(external === undefined ? {} : { externalSubnet: external.name }),
    },
    take: () => {
      draft.names.claim('datapath', name, `Vpc ${name}`)
      if (egress !== undefined) draft.names.claim('OvnEip', egress.name, egress.holder)
    },
  }
}

/** The router port of the VPC, written or not: without its name there is no way out, so no VPC. */
function egressWish({ namespace }: VpcClaim, segment: string) {
  const name = egressEipName(vpcName(namespace), segment)
  const hint = `the name follows from the environment and its provider subnet: call the environment otherwise, or let the other one go first`
  return { space: 'OvnEip', name, holder: `EipClaim ${namespace}/external`, hint } as const
}

/** What came before the VPC and holds something that this VPC could not use. */
function heldBefore(
  draft: Draft,
  claim: VpcClaim,
  segment: string | undefined,
): readonly Finding[] {
  const spot = { at: claim.document.at, object: objectName(claim) }
  const findings: Finding[] = []
  for (const entry of bookOf(draft, claim.namespace).values()) {
    if (!isHeld(entry)) continue
    const holder = holderName(claim.namespace, entry)
    const others = relatedTo(draft, holder, `${holder} was there before`)
    if (entry.kind === 'SubnetClaim' && entry.spec.enableSnatRule && segment === undefined) {
      const message = `VpcClaim "${claim.name}" gives no external access, but ${holder} has enableSnatRule: true`
      findings.push(breach(lifeRules.snatWithoutAccess, message, { ...spot, ...others }))
    }
    if (entry.kind !== 'EipClaim' || entry.pool === undefined || entry.pool === segment) continue
    const where = segment === undefined ? 'gives no external access' : `leaves through "${segment}"`
    const message = `VpcClaim "${claim.name}" ${where}, but ${holder} holds ${entry.address} of "${entry.pool}"`
    const rule = segment === undefined ? lifeRules.eipWithoutAccess : conflictRules.otherSegment
    findings.push(breach(rule, message, { ...spot, ...others }))
  }
  return findings
}
