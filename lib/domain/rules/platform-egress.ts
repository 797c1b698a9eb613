import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import type { Settings } from '../settings.ts'
import { compareVersions } from './kube-ovn-version.ts'
import { listed } from './listed.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { textAt } from './written.ts'
import { writtenBlocked, writtenSubnets } from './written-platform.ts'

/** The default is one of the provider subnets. */
export const platformDefaultSubnet: Rule = {
  id: 'platform/default-subnet',
  severity: 'error',
  wants: 'defaultProviderSubnet names a provider subnet of the platform.',
  why: 'Every VpcClaim without a providerNetworkRef goes out by it.',
  example: 'defaultProviderSubnet: provider   # a network, its subnet is ext-a',
  source: 'kMetal networking tasks, defaultProviderSubnet',
}

/** Something of the outside stays reachable. */
export const platformBlocksEverything: Rule = {
  id: 'platform/blocks-everything',
  severity: 'error',
  wants: 'extraBlockedEgressCIDRs leaves tenants something to reach.',
  why: 'A drop rule for every address cuts all egress of all tenants.',
  example: 'extraBlockedEgressCIDRs: [0.0.0.0/0]',
  source: 'one logical router policy of priority 30500 is rendered for each CIDR in each VPC',
}

/** A Kube-OVN that we know. */
export const platformKubeOvnVersion: Rule = {
  id: 'platform/kube-ovn-version',
  severity: 'error',
  wants: 'Kube-OVN is 1.13 or newer.',
  why: '1.12 adds a default route of its own and has other finalizers: what is rendered would not hold.',
  example: 'kubeOvnVersion: 1.12.35',
  source: 'kube-ovn pkg/controller/vpc.go at v1.12.35; kubeovn/kube-ovn #3646',
}

const networking = ['spec', 'networking']

/** Whether what the platform says about ways out can work. */
export function checkPlatformEgress(document: Document, settings: Settings): readonly Finding[] {
  return [
    ...checkDefault(document),
    ...writtenBlocked(document).flatMap(({ path, text, value }) => {
      if (!('prefix' in value) || value.prefix !== 0) return []
      const message = `${quote(text)} blocks all ${value.family} egress of every tenant`
      return [breach(platformBlocksEverything, message, platformSpot(document, path))]
    }),
    ...checkVersion(document, settings.kubeOvnVersion),
  ]
}

function checkDefault(document: Document): readonly Finding[] {
  const path = [...networking, 'defaultProviderSubnet']
  const name = textAt(document.value, path)
  const names = writtenSubnets(document).flatMap((subnet) => subnet.name ?? [])
  if (name === undefined || names.includes(name)) return []
  const message = `defaultProviderSubnet ${quote(name)} is no provider subnet, known are ${listed(names)}`
  return [breach(platformDefaultSubnet, message, platformSpot(document, path))]
}

function checkVersion(document: Document, version: string): readonly Finding[] {
  if (compareVersions(version, '1.13') >= 0) return []
  const message = `Kube-OVN ${quote(version)} is older than 1.13, the first that is supported`
  const hint = 'kubeOvnVersion in netclaim.yaml says which one runs'
  return [breach(platformKubeOvnVersion, message, { ...platformSpot(document, networking), hint })]
}
