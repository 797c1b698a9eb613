import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { type WrittenNetwork, writtenNetworks } from './written-platform.ts'

/** The longest name of a Linux interface (IFNAMSIZ less its final zero). */
const longestInterface = 15

/** An interface that Linux can have. */
export const platformInterfaceName: Rule = {
  id: 'platform/interface-name',
  severity: 'error',
  wants: 'An interface has a name of 1 to 15 characters without slashes and blanks.',
  why: 'Linux has no other interfaces; the ProviderNetwork would never be ready.',
  example: 'interface: bond0-uplink-storage.206',
  source: 'kube-ovn CRD ProviderNetwork, defaultInterface',
}

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

/** A tag is put on once. */
export const platformDoubleTag: Rule = {
  id: 'platform/double-tag',
  severity: 'error',
  wants: 'vlanID stays 0 on a kernel VLAN sub-interface, which tags already.',
  why: 'Every packet would carry two tags and arrive nowhere; nothing reports it.',
  example: 'interface: bond0.1101\nvlanID: 1101',
  source: 'kubeovn/kube-ovn #1302; kMetal networking tasks, provider networks',
}

/** A VLAN id that a tag can hold. */
export const platformVlanId: Rule = {
  id: 'platform/vlan-id',
  severity: 'error',
  wants: 'vlanID is a whole number from 0 to 4094.',
  why: 'A tag has twelve bits, and 4095 is reserved.',
  example: 'vlanID: 4095',
  source: 'IEEE 802.1Q 9.6',
}

/** Whether the interfaces and VLAN ids of the provider networks can work. */
export function checkPlatformInterfaces(document: Document): readonly Finding[] {
  const networks = writtenNetworks(document)
  return [
    ...networks.flatMap((network) => checkOne(document, network)),
    ...shared(document, networks),
  ]
}

function checkOne(document: Document, network: WrittenNetwork): readonly Finding[] {
  const { path, interface: nic, vlanId } = network
  const findings: Finding[] = []
  const why = nic === undefined ? undefined : whyNoInterface(nic)
  if (why !== undefined) {
    const spot = platformSpot(document, [...path, 'interface'])
    findings.push(breach(platformInterfaceName, `interface "${nic}" ${why}`, spot))
  }
  if (vlanId === undefined) return findings
  const spot = platformSpot(document, [...path, 'vlanID'])
  if (!Number.isInteger(vlanId) || vlanId < 0 || vlanId > 4094) {
    findings.push(breach(platformVlanId, `vlanID "${vlanId}" is no number from 0 to 4094`, spot))
  } else if (vlanId !== 0 && nic !== undefined && /\.\d+$/.test(nic)) {
    const message = `vlanID "${vlanId}" tags again what the sub-interface "${nic}" tags already`
    findings.push(breach(platformDoubleTag, message, { ...spot, hint: 'write vlanID: 0' }))
  }
  return findings
}

function whyNoInterface(nic: string): string | undefined {
  if (nic === '') return 'is empty'
  if (nic.length > longestInterface) {
    return `has ${nic.length} characters, ${longestInterface} are the most`
  }
  return /[\s/]/.test(nic) || nic === '.' || nic === '..' ? 'is no name of an interface' : undefined
}

function shared(document: Document, networks: readonly WrittenNetwork[]): readonly Finding[] {
  const first = new Map<string, WrittenNetwork>()
  const findings: Finding[] = []
  for (const network of networks) {
    const nic = network.interface ?? ''
    const before = first.get(nic)
    if (nic === '' || before === undefined) {
      first.set(nic, network)
      continue
    }
    const message = `interface "${nic}" of provider network "${network.name ?? ''}" is that of provider network "${before.name ?? ''}" already`
    const at = document.place([...before.path, 'interface'])
    const spot = platformSpot(document, [...network.path, 'interface'])
    const related = [{ at, message: 'the first network on it' }]
    findings.push(breach(platformSharedInterface, message, { ...spot, related }))
  }
  return findings
}
