import type { Claim, Cluster } from '../../domain/claims/claim.ts'
import { objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Entry, type EntryOf, entryKey, holderName } from '../../domain/ledger/entry.ts'
import { isEgress } from '../../domain/ledger/release.ts'
import { variableSpot } from '../../domain/rules/cluster-spot.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { bookOf, type Draft, documentOf } from './draft.ts'

/** Why a held claim may not go yet, as far as Git and the facts know. A warning does not keep it. */
export function guard(draft: Draft, namespace: string, entry: Entry): readonly Finding[] {
  switch (entry.kind) {
    case 'VpcClaim':
      return guardVpc(draft, namespace, entry)
    case 'SubnetClaim':
      return guardSubnet(draft, namespace, entry)
    case 'EipClaim':
      return guardEip(draft, namespace, entry)
    case 'Cluster':
    case 'KdcCluster':
      return []
  }
}

function guardVpc(draft: Draft, namespace: string, entry: Entry): readonly Finding[] {
  const subnets = claimsOf(draft, namespace).filter((claim) => claim.kind === 'SubnetClaim')
  const [first] = subnets
  if (first === undefined) return []
  const names = subnets.map((claim) => `"${claim.name}"`).join(', ')
  const refer = subnets.length === 1 ? 'refers' : 'refer'
  const message = `VpcClaim "${entry.name}" is removed, but SubnetClaim ${names} of "${namespace}" still ${refer} to its VPC: the subnets go first (SubnetClaimsPresent)`
  return [
    breach(lifeRules.subnetsPresent, message, {
      at: first.document.at,
      object: holderName(namespace, entry),
      hint: 'remove the SubnetClaims in a pull request before this one, or with it',
      related: subnets.map((claim) => ({
        at: claim.document.at,
        message: `${objectName(claim)} is still here`,
      })),
    }),
  ]
}

function guardSubnet(
  draft: Draft,
  namespace: string,
  entry: EntryOf<'SubnetClaim'>,
): readonly Finding[] {
  const clusters = claimsOf(draft, namespace)
    .filter((claim) => claim.kind === 'Cluster')
    .filter((claim) => subnetOf(draft, claim) === entry.name)
  const findings = clusters.map((cluster) => clusterPresent(cluster, entry.name))
  const usage = draft.view.usageOf(namespace, entry.name)
  const used = (usage?.v4 ?? 0n) + (usage?.v6 ?? 0n)
  if (used === 0n || findings.length > 0) return findings
  const message = `SubnetClaim "${entry.name}" is removed, but ${used} of its addresses are in use: what uses them goes first`
  return [breach(lifeRules.subnetInUse, message, spotOfGone(draft, namespace, entry))]
}

/** Where a cluster is; one that cannot be read is where it was. */
function subnetOf(draft: Draft, claim: Cluster): string | undefined {
  if (claim.spec !== undefined) return claim.spec.subnet
  const entry = bookOf(draft, claim.namespace).get(entryKey(claim))
  return claim.seen.subnet ?? (entry?.kind === 'Cluster' ? entry.spec.subnet : undefined)
}

function clusterPresent(cluster: Cluster, subnet: string): Finding {
  const message = `SubnetClaim "${subnet}" is removed, but Cluster "${cluster.name}" is on it: the cluster goes first`
  return breach(lifeRules.clusterOnSubnet, message, {
    ...variableSpot(cluster, 'network', ['subnet']),
    object: `SubnetClaim ${cluster.namespace}/${subnet}`,
  })
}

function guardEip(draft: Draft, namespace: string, entry: Entry): readonly Finding[] {
  if (isEgress(entry)) return guardEgress(draft, namespace, entry)
  const [binding] = draft.view.bindingsOf(namespace, entry.name)
  if (binding?.clusterLives) {
    const message = `EipClaim "${entry.name}" is removed, but Service ${binding.service} in cluster "${binding.cluster}" uses ${entry.address}`
    const hint = 'delete the Service or take its annotation network.kmetal.io/eip-claim away first'
    return [breach(lifeRules.bound, message, { ...spotOfGone(draft, namespace, entry), hint })]
  }
  if (binding !== undefined || draft.view.isComplete('EipClaim')) return []
  const message = `EipClaim "${entry.name}" is removed, and no facts tell whether a Service uses ${entry.address}: its object stays until facts show it unbound`
  return [breach(lifeRules.bindingUnknown, message, spotOfGone(draft, namespace, entry))]
}

/** The egress address is the VPC's as long as there is one. */
function guardEgress(draft: Draft, namespace: string, entry: Entry): readonly Finding[] {
  const vpc = claimsOf(draft, namespace).find((claim) => claim.kind === 'VpcClaim')
  if (vpc === undefined || vpc.seen.externalAccess === false) return []
  const message = `EipClaim "external" is removed, but it is the egress address ${entry.address} of VpcClaim "${vpc.name}": the VpcClaim goes first (EipInUseByVpc)`
  return [
    breach(lifeRules.inUseByVpc, message, {
      ...spotOfGone(draft, namespace, entry),
      related: [{ at: vpc.document.at, message: `${objectName(vpc)} is still here` }],
    }),
  ]
}

function spotOfGone(draft: Draft, namespace: string, entry: Entry): Partial<Finding> {
  const document = documentOf(draft, namespace, entry)
  return { object: holderName(namespace, entry), ...(document ? { at: document.at } : {}) }
}

function claimsOf(draft: Draft, namespace: string): readonly Claim[] {
  return draft.inputs.environments.get(namespace)?.claims ?? []
}
