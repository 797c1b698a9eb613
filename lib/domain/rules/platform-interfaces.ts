import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { type WrittenNetwork, writtenNetworks } from './written-platform.ts'

/** One interface, one provider network. */
export const platformSharedInterface: Rule = {
  id: 'platform/shared-interface',
  severity: 'error',
  wants: 'Every provider network has an interface of its own.',
  why: 'The second bridge takes the interface away from the first, and both break.',
  example:
    'providerNetworks: [{name: provider, interface: bond0}, {name: provider2, interface: bond0}]',
  source: 'kubeovn/kube-ovn #3909, #5840',
}

/** A trunk goes to a bridge whole. */
export const platformTrunkAndPart: Rule = {
  id: 'platform/trunk-and-part',
  severity: 'warning',
  wants: 'No provider network is on an interface whose VLAN sub-interface another one is on.',
  why: 'A bridge takes the interface whole: its sub-interfaces are left without traffic.',
  example:
    'providerNetworks: [{name: provider, interface: bond0.206}, {name: provider2, interface: bond0}]',
  source: 'kubeovn/kube-ovn #5756',
}

/** A tag is put on once. */
export const platformDoubleTag: Rule = {
  id: 'platform/double-tag',
  severity: 'error',
  wants: 'vlanID stays 0 on a kernel VLAN sub-interface, which tags already.',
  why: 'Every packet would carry two tags and arrive nowhere; nothing reports it.',
  example: 'interface: bond0.1101\nvlanID: 1101',
  source: 'kubeovn/kube-ovn #1302; kMetal networking tasks, provider networks',
}

/** Whether the provider networks have interfaces of their own, and tag once. */
export function checkPlatformInterfaces(document: Document): readonly Finding[] {
  const networks = writtenNetworks(document)
  return [
    ...networks.flatMap((network) => checkTag(document, network)),
    ...shared(document, networks),
    ...trunks(document, networks),
  ]
}

function checkTag(
  document: Document,
  { path, interface: device = '', vlanId = 0 }: WrittenNetwork,
): readonly Finding[] {
  if (vlanId === 0 || !/\.\d+$/.test(device)) return []
  const message = `vlanID ${quote(String(vlanId))} tags again what the sub-interface ${quote(device)} tags already`
  const spot = platformSpot(document, [...path, 'vlanID'])
  return [breach(platformDoubleTag, message, { ...spot, hint: 'write vlanID: 0' })]
}

function shared(document: Document, networks: readonly WrittenNetwork[]): readonly Finding[] {
  const first = new Map<string, WrittenNetwork>()
  const findings: Finding[] = []
  for (const network of networks) {
    const device = network.interface ?? ''
    const before = first.get(device)
    if (device === '' || before === undefined) {
      first.set(device, network)
      continue
    }
    const message = `interface ${quote(device)} of provider network ${quote(network.name ?? '')} is that of provider network ${quote(before.name ?? '')} already`
    const at = document.place([...before.path, 'interface'])
    const spot = platformSpot(document, [...network.path, 'interface'])
    const related = [{ at, message: 'the first network on it' }]
    findings.push(breach(platformSharedInterface, message, { ...spot, related }))
  }
  return findings
}

function trunks(document: Document, networks: readonly WrittenNetwork[]): readonly Finding[] {
  const byDevice = new Map(networks.map((network) => [network.interface, network]))
  return networks.flatMap((part) => {
    const [, device = ''] = /^(.+)\.\d+$/.exec(part.interface ?? '') ?? []
    const trunk = byDevice.get(device)
    if (trunk === undefined) return []
    const message = `interface ${quote(device)} of provider network ${quote(trunk.name ?? '')} carries ${quote(part.interface ?? '')} of provider network ${quote(part.name ?? '')}`
    const at = document.place([...part.path, 'interface'])
    const spot = platformSpot(document, [...trunk.path, 'interface'])
    const related = [{ at, message: 'the sub-interface' }]
    const hint = 'put each provider network on a sub-interface of its own'
    return [breach(platformTrunkAndPart, message, { ...spot, hint, related })]
  })
}
