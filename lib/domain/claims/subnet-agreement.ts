import type { Address, Family } from '../net/address.ts'
import type { Cidr } from '../net/cidr.ts'
import { subnetFieldRules } from '../rules/subnet-field-rules.ts'
import type { Complaint } from './objection.ts'
import { quote } from './quote.ts'
import type { Said } from './said.ts'
import type { SubnetClaimSpec } from './subnet-claim.ts'

type Protocol = 'IPv4' | 'IPv6' | 'Dual'

/** The protocol that the claim names, and where it and the gateway disagree with the block. */
export function agreement(
  { fields, bad }: Said<typeof SubnetClaimSpec>,
  cidrs: readonly Cidr[],
  gateway: readonly Address[],
): { readonly protocol?: Protocol; readonly complaints: readonly Complaint[] } {
  if (bad.has('protocol')) return { complaints: [] }
  const protocol = fields.protocol ?? 'IPv4'
  const block = fields.cidrBlock
  if (block === undefined) return { protocol, complaints: [] }
  const wanted = protocolOf(cidrs)
  const complaints: Complaint[] = []
  if (protocol !== wanted) complaints.push(otherProtocol(fields.protocol, wanted, block))
  if (fields.gateway !== undefined && familiesOf(gateway) !== familiesOf(cidrs)) {
    complaints.push(otherGateway(fields.gateway, gateway, block, cidrs))
  }
  return { protocol, complaints }
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
