import { quote } from '../claims/quote.ts'
import type { Document, Path } from '../document.ts'
import type { Finding } from '../finding.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { writtenNetworks, writtenSubnets } from './written-platform.ts'

/** The longest name of a provider network: the bridge br-<name> fits 15 characters (IFNAMSIZ). */
const longestNetwork = 12

/** Provider networks have short names. */
export const platformNetworkName: Rule = {
  id: 'platform/network-name',
  severity: 'error',
  wants: 'The name of a provider network has at most 12 characters.',
  why: 'Kube-OVN makes the bridge br-<name>, and Linux takes 15 characters for it.',
  example: 'name: storage-uplink',
  source: 'kube-ovn docs/start/underlay.en.md; kubeovn/kube-ovn #1007, #7196',
}

/** Provider subnets leave alone what Kube-OVN has. */
export const platformSubnetName: Rule = {
  id: 'platform/subnet-name',
  severity: 'error',
  wants: "The name of a provider subnet is not one of Kube-OVN's own, nor a MetalLB pool's.",
  why: "The rendered Subnet would replace the cluster's own; pools of one name could not be told apart.",
  example: 'name: ovn-default',
  source: 'kube-ovn pkg/controller/config.go',
}

/** One network, one name. */
export const platformDuplicateNetwork: Rule = {
  id: 'platform/duplicate-network',
  severity: 'error',
  wants: 'Every provider network has a name of its own.',
  why: 'Both would be one object in the cluster, and the second would replace the first.',
  example: 'providerNetworks: [{name: provider, …}, {name: provider, …}]',
  source: 'one ProviderNetwork and one Vlan are rendered under the name',
}

/** One subnet, one name, whatever network it is in. */
export const platformDuplicateSubnet: Rule = {
  id: 'platform/duplicate-subnet',
  severity: 'error',
  wants: 'Every provider subnet has a name of its own, across all provider networks.',
  why: 'A Subnet is cluster-scoped: both would be one object.',
  example: 'subnets: [{name: ext-a, …}, {name: ext-a, …}]',
  source: 'kube-ovn CRD Subnet, scope Cluster',
}

/** Names that a provider subnet cannot have and whose they are; `external` it may, Kube-OVN leaves that one to us. */
const taken: ReadonlyMap<string, string> = new Map([
  ['ovn-cluster', "Kube-OVN's own Vpc"],
  ['ovn-default', "Kube-OVN's own Subnet of pods"],
  ['join', "Kube-OVN's own Subnet of nodes"],
  ['tenant-cp-pool', 'a MetalLB pool'],
  ['mgmt-pool', 'a MetalLB pool'],
])

/** Whether the names of the provider networks and subnets can be used, each once. */
export function checkPlatformNames(document: Document): readonly Finding[] {
  const networks = writtenNetworks(document)
  const subnets = writtenSubnets(document)
  return [
    ...networks.flatMap(({ name = '', path }) => {
      if (name.length <= longestNetwork) return []
      const message = `provider network name ${quote(name)} has ${name.length} characters, ${longestNetwork} are the most`
      return [breach(platformNetworkName, message, platformSpot(document, [...path, 'name']))]
    }),
    ...subnets.flatMap(({ name = '', path }) => {
      const owner = taken.get(name)
      if (owner === undefined) return []
      const message = `provider subnet name ${quote(name)} is that of ${owner}`
      return [breach(platformSubnetName, message, platformSpot(document, [...path, 'name']))]
    }),
    ...duplicates(document, networks, platformDuplicateNetwork, 'provider network'),
    ...duplicates(document, subnets, platformDuplicateSubnet, 'provider subnet'),
  ]
}

function duplicates(
  document: Document,
  named: readonly { readonly path: Path; readonly name?: string | undefined }[],
  rule: Rule,
  what: string,
): readonly Finding[] {
  const first = new Map<string, Path>()
  const findings: Finding[] = []
  for (const { name, path } of named) {
    if (name === undefined) continue
    const before = first.get(name)
    if (before === undefined) {
      first.set(name, path)
      continue
    }
    const related = [{ at: document.place([...before, 'name']), message: 'the first of that name' }]
    const spot = platformSpot(document, [...path, 'name'])
    findings.push(breach(rule, `${what} ${quote(name)} is there twice`, { ...spot, related }))
  }
  return findings
}
