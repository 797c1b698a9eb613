import { type Claim, objectName } from '../../domain/claims/claim.ts'
import { poolAddressOf, takesFromPool } from '../../domain/claims/cluster.ts'
import { providerSubnetAnnotation } from '../../domain/claims/vpc-claim.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { variablePath } from '../../domain/rules/cluster-spot.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot, fieldName } from '../../domain/rules/spot.ts'
import { same } from '../../domain/same.ts'
import { valueAt } from '../../domain/value-at.ts'
import { blocksShrunk, isShrunk } from './blocks-shrunk.ts'

/** One finding for each field of a held claim that its file now says otherwise. */
export function editsOf(claim: Claim, entry: Entry): readonly Finding[] {
  if (isSameWish(claim, entry)) return []
  if (claim.kind === 'KdcCluster') return blocksShrunk(claim, entry)
  const [before, after] = [entry.spec as unknown as Fields, claim.spec as unknown as Fields]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !same(before[key], after[key]))
    .filter((key) => claim.kind !== 'Cluster' || isPlaneEdit(key, before, after))
    .toSorted()
  const written = keys.filter(
    (key) => valueAt(claim.document.value, pathOf(claim, key)) !== undefined,
  )
  return keys
    .filter((key) => written.length === 0 || written.includes(key) || !derived.has(key))
    .map((key) => editOf(claim, entry, { key, before: before[key], after: after[key] }))
}

/** A pinned address is permanent: neither another one, nor a Service that takes none. */
function isPlaneEdit(key: string, before: Fields, after: Fields): boolean {
  if (key === 'serviceAddress') return true
  return key === 'serviceType' && same(before['serviceAddress'], after['serviceAddress'])
}

/** Does the file of a Cluster now tell the address of its control plane, which was left open before? */
export function isPinnedLater(claim: Claim, entry: Entry): boolean {
  if (claim.kind !== 'Cluster' || entry.kind !== 'Cluster' || claim.spec === undefined) return false
  const wasOpen = entry.spec.serviceAddress === undefined && takesFromPool(entry.spec)
  return wasOpen && poolAddressOf(claim.spec) !== undefined
}

/** Fields that follow from others where they are not written: the edit is that of the others. */
const derived: ReadonlySet<string> = new Set(['gateway', 'protocol', 'excludeIps'])

type Fields = Readonly<Record<string, unknown>>

/** Does the claim ask for what its entry has? The implicit claim `external` may be written out, with its very address or without one. */
export function isSameWish(claim: Claim, entry: Entry): boolean {
  if (claim.spec === undefined) return false
  if (same(claim.spec, entry.spec)) return true
  if (claim.kind === 'Cluster' && entry.kind === 'Cluster') {
    return poolAddressOf(claim.spec) === poolAddressOf(entry.spec)
  }
  if (claim.kind === 'KdcCluster' && entry.kind === 'KdcCluster') return !isShrunk(claim, entry)
  if (entry.origin !== 'implicit' || claim.kind !== 'EipClaim') return false
  return claim.spec?.type === 'lrp' && (claim.spec.v4Ip ?? entry.address) === entry.address
}

interface Edit {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

function editOf(claim: Claim, entry: Entry, { key, before, after }: Edit): Finding {
  const path = pathOf(claim, key)
  const spot = claimSpot(claim, path)
  const rule = claim.kind === 'Cluster' ? lifeRules.addressPermanent : lifeRules.immutable
  const held = entry.address === undefined ? '' : `, it holds ${entry.address}`
  const message = `${claim.kind} "${claim.name}" is immutable: ${fieldName(path)} is ${said(before)} and cannot be changed to ${said(after)}${held}`
  return breach(rule, message, { ...spot, object: objectName(claim), hint: wayOut(claim) })
}

/** Where a canonical field stands in a file; absent ones are shown at the nearest thing above. */
function pathOf(claim: Claim, key: string): Path {
  if (claim.kind === 'VpcClaim' && key === 'providerNetwork')
    return ['spec', 'providerNetworkRef', 'name']
  if (key === 'providerSubnet') return ['metadata', 'annotations', providerSubnetAnnotation]
  if (claim.kind === 'Cluster') return variablePath(claim, 'controlPlane', ['network', key])
  return ['spec', key]
}

function said(value: unknown): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}

function wayOut(claim: Claim): string {
  switch (claim.kind) {
    case 'VpcClaim':
      return `deleting and re-creating it takes the VPC "${claim.namespace}" and everything attached to it: its subnets, addresses and clusters`
    case 'SubnetClaim':
      return `add a second SubnetClaim beside it; deleting and re-creating this one takes its Subnet and every workload interface on it`
    case 'EipClaim':
      return 'add another EipClaim; deleting and re-creating this one takes its NAT rules and gives its address back'
    case 'KdcCluster':
    case 'Cluster':
      return 'moving a control plane means new certificates and new kubeconfigs: keep the address, or make a new Cluster'
  }
}
