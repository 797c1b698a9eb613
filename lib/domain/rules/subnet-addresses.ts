import type { SubnetClaim } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { formatCidr } from '../net/cidr.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach } from './rule.ts'
import { claimSpot } from './spot.ts'
import { subnetExcludeOutside, whyOutside } from './subnet-exclude-outside.ts'
import { gatewayProblem } from './subnet-gateway.ts'
import { type SubnetParts, subnetParts } from './subnet-parts.ts'
import { subnetNoRoom, subnetNothingLeft, whyNoRoom, whyNothingLeft } from './subnet-room.ts'
import { subnetSpecialRange, whySpecial } from './subnet-special-range.ts'

const gatewayPath = ['spec', 'gateway']
const excludeIps = ['spec', 'excludeIps']

/** Whether block, gateway and excludes of a SubnetClaim make a subnet that gives addresses. */
export function checkSubnetAddresses(
  claim: SubnetClaim,
  { settings }: ClaimContext,
): readonly Finding[] {
  const parts = subnetParts(claim)
  return [
    ...checkBlocks(claim, parts),
    ...checkGateways(claim, parts, settings.kubeOvnVersion),
    ...checkExcludes(claim, parts),
    ...checkRest(claim, parts),
  ]
}

function checkBlocks(claim: SubnetClaim, { blocks }: SubnetParts): readonly Finding[] {
  return blocks.flatMap((block) => {
    const special = whySpecial(block)
    const room = special === undefined ? whyNoRoom(block) : undefined
    if (special === undefined && room === undefined) return []
    const spot = claimSpot(claim, ['spec', 'cidrBlock'])
    if (special === undefined) return [breach(subnetNoRoom, `cidrBlock ${room}`, spot)]
    return [breach(subnetSpecialRange, `cidrBlock "${formatCidr(block)}" ${special}`, spot)]
  })
}

function checkGateways(
  claim: SubnetClaim,
  { blocks, gateways }: SubnetParts,
  kubeOvnVersion: string,
): readonly Finding[] {
  return gateways.flatMap((gateway) => {
    const block = blocks.find(({ family }) => family === gateway.family)
    if (block === undefined || whyNoRoom(block) !== undefined) return []
    const problem = gatewayProblem(gateway, block, kubeOvnVersion)
    if (problem === undefined) return []
    return [breach(problem.rule, problem.message, claimSpot(claim, gatewayPath))]
  })
}

function checkExcludes(claim: SubnetClaim, { blocks, excludes }: SubnetParts): readonly Finding[] {
  if (blocks.length === 0) return []
  return excludes.flatMap(({ path, text, range }) => {
    const why = whyOutside(range, blocks)
    if (why === undefined) return []
    return [breach(subnetExcludeOutside, `excluded ${quote(text)} ${why}`, claimSpot(claim, path))]
  })
}

/** Whether the gateway and the excludes leave anything to give. */
function checkRest(
  claim: SubnetClaim,
  { blocks, gateways, excludes }: SubnetParts,
): readonly Finding[] {
  if (excludes.length === 0) return []
  const excluded = excludes.map(({ range }) => range)
  return blocks.flatMap((block) => {
    if (whyNoRoom(block) !== undefined) return []
    const gateway = gateways.find(({ family }) => family === block.family)
    const why = whyNothingLeft(block, gateway, excluded)
    return why === undefined ? [] : [breach(subnetNothingLeft, why, claimSpot(claim, excludeIps))]
  })
}
