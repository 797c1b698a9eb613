import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import { bitsOf } from '../net/address.ts'
import type { Cidr } from '../net/cidr.ts'
import type { Range } from '../net/range.ts'
import { rangeSet, setSize } from '../net/range-set.ts'
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

const networking = ['spec', 'networking']
const families = ['IPv4', 'IPv6'] as const
const blockedField = [...networking, 'extraBlockedEgressCIDRs']

/** Whether what the platform says about ways out can work. */
export function checkPlatformEgress(document: Document): readonly Finding[] {
  return [...checkDefault(document), ...checkBlocked(document)]
}

/** One block may hold every address, or several add up to all of them, as 0.0.0.0/1 and 128.0.0.0/1 do. */
function checkBlocked(document: Document): readonly Finding[] {
  const blocked = writtenBlocked(document)
  const all = rangeSet(blocked.map(({ value }) => value))
  return families.flatMap((family) => {
    if (setSize(all, family) < 1n << BigInt(bitsOf(family))) return []
    const whole = blocked.filter(({ value }) => value.family === family && isWhole(value))
    const said = whole.map(({ path, text }) => ({ path, what: `${quote(text)} blocks` }))
    const together = { path: blockedField, what: 'extraBlockedEgressCIDRs together block' }
    return (said.length > 0 ? said : [together]).map(({ path, what }) => {
      const message = `${what} all ${family} egress of every tenant`
      return breach(platformBlocksEverything, message, platformSpot(document, path))
    })
  })
}

function isWhole(value: Range | Cidr): boolean {
  return 'prefix' in value && value.prefix === 0
}

function checkDefault(document: Document): readonly Finding[] {
  const path = [...networking, 'defaultProviderSubnet']
  const name = textAt(document.value, path)
  const names = writtenSubnets(document).flatMap((subnet) => subnet.name ?? [])
  if (name === undefined || names.includes(name)) return []
  const message = `defaultProviderSubnet ${quote(name)} is no provider subnet, known are ${listed(names)}`
  return [breach(platformDefaultSubnet, message, platformSpot(document, path))]
}
