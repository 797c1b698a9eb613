import type { Address, Family } from '../net/address.ts'
import type { Cidr } from '../net/cidr.ts'
import { subnetFieldRules } from '../rules/subnet-field-rules.ts'
import type { Complaint } from './objection.ts'
import { quote } from './quote.ts'
import type { Said } from './said.ts'
import type { SubnetClaimSpec } from './subnet-claim.ts'
import { defaultGateway, parseAddresses } from './subnet-parts.ts'

type Protocol = 'IPv4' | 'IPv6' | 'Dual'

/** What the claim says about families, and where its parts disagree about them. */
interface Agreement {
  /** Absent where it is written and cannot be used. */
  readonly protocol?: Protocol
  /** One address for each family of the block; none where that cannot be known. */
  readonly gateway: readonly Address[]
  readonly complaints: readonly Complaint[]
}

/** The protocol and the gateway, with their defaults, and whether they fit the block. */
export function agreement(
  { fields, bad }: Said<typeof SubnetClaimSpec>,
  cidrs: readonly Cidr[],
): Agreement {
  const protocol = bad.has('protocol') ? undefined : (fields.protocol ?? 'IPv4')
  const named = protocol === undefined ? {} : { protocol }
  const block = fields.cidrBlock
  const written = parseAddresses(fields.gateway)
  if (block === undefined) return { ...named, gateway: written, complaints: [] }
  const complaints: Complaint[] = []
  const wanted = protocolOf(cidrs)
  if (protocol !== undefined && protocol !== wanted) {
    complaints.push(otherProtocol(fields.protocol, wanted, block))
  }
  if (bad.has('gateway')) return { ...named, gateway: [], complaints }
  if (fields.gateway === undefined) return { ...named, gateway: defaultGateway(cidrs), complaints }
  if (familiesOf(written) === familiesOf(cidrs)) return { ...named, gateway: written, complaints }
  complaints.push(otherGateway(fields.gateway, written, block, cidrs))
  return { ...named, gateway: [], complaints }
}

function protocolOf(cidrs: readonly Cidr[]): Protocol {
  return cidrs.length === 2 ? 'Dual' : (cidrs[0]?.family ?? 'IPv4')
}

function otherProtocol(written: Protocol | undefined, wanted: Protocol, block: string): Complaint {
  const families = wanted === 'Dual' ? 'of both families' : wanted
  const is =
    written === undefined
      ? 'protocol is left out, which means "IPv4",'
      : `protocol ${quote(written)}`
  return {
    rule: subnetFieldRules.protocol,
    path: ['spec', written === undefined ? 'cidrBlock' : 'protocol'],
    message: `${is} ${written === undefined ? 'but' : 'does not fit:'} cidrBlock ${quote(block)} is ${families}`,
    hint: `write protocol: ${wanted}`,
  }
}

function otherGateway(
  written: string,
  gateway: readonly Address[],
  block: string,
  cidrs: readonly Cidr[],
): Complaint {
  return {
    rule: subnetFieldRules.gatewayFamily,
    path: ['spec', 'gateway'],
    message: `gateway ${quote(written)} is ${familiesOf(gateway)}, cidrBlock ${quote(block)} is ${familiesOf(cidrs)}`,
    hint: 'name one gateway for each family, as "v4,v6", or leave it out',
  }
}

function familiesOf(values: readonly { readonly family: Family }[]): string {
  return values.map((value) => value.family).join(' and ')
}
