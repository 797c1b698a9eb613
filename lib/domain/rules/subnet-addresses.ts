import type { SubnetClaim } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { formatCidr } from '../net/cidr.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach } from './rule.ts'
import { claimSpot } from './spot.ts'
import { blocksOf, excludesOf, gatewaysOf } from './subnet-blocks.ts'
import { subnetExcludeOutside, whyOutside } from './subnet-exclude-outside.ts'
import { gatewayProblem } from './subnet-gateway.ts'
import { subnetNoRoom, subnetNothingLeft, whyNoRoom, whyNothingLeft } from './subnet-room.ts'
import { subnetSpecialRange, whySpecial } from './subnet-special-range.ts'

const cidrBlock = ['spec', 'cidrBlock']
const gatewayPath = ['spec', 'gateway']
const excludeIps = ['spec', 'excludeIps']

/** Whether the block of a SubnetClaim can be a subnet at all: its size and its range. */
export function checkSubnetBlock(claim: SubnetClaim): readonly Finding[] {
  return blocksOf(claim).flatMap((block) => {
    const special = whySpecial(block)
    if (special !== undefined) {
      const message = `cidrBlock "${formatCidr(block)}" ${special}`
      return [breach(subnetSpecialRange, message, claimSpot(claim, cidrBlock))]
    }
    const why = whyNoRoom(block)
    if (why === undefined) return []
    return [breach(subnetNoRoom, `cidrBlock ${why}`, claimSpot(claim, cidrBlock))]
  })
}

/** Whether the gateways of a SubnetClaim can be those of its blocks. */
export function checkSubnetGateway(
  claim: SubnetClaim,
  { settings }: ClaimContext,
): readonly Finding[] {
  const blocks = blocksOf(claim)
  return gatewaysOf(claim).flatMap((gateway) => {
    const block = blocks.find(({ family }) => family === gateway.family)
    if (block === undefined || whyNoRoom(block) !== undefined) return []
    const problem = gatewayProblem(gateway, block, settings.kubeOvnVersion)
    if (problem === undefined) return []
    return [breach(problem.rule, problem.message, claimSpot(claim, gatewayPath))]
  })
}

/** Whether the excludes of a SubnetClaim lie in its blocks. */
export function checkSubnetExcludes(claim: SubnetClaim): readonly Finding[] {
  const blocks = blocksOf(claim)
  if (blocks.length === 0) return []
  return excludesOf(claim).flatMap(({ path, text, range }) => {
    const why = whyOutside(range, blocks)
    if (why === undefined) return []
    return [breach(subnetExcludeOutside, `excluded ${quote(text)} ${why}`, claimSpot(claim, path))]
  })
}

/** Whether the gateway and the excludes of a SubnetClaim leave anything to give. */
export function checkSubnetRest(claim: SubnetClaim): readonly Finding[] {
  const gateways = gatewaysOf(claim)
  const excluded = excludesOf(claim).map(({ range }) => range)
  return blocksOf(claim).flatMap((block) => {
    if (whyNoRoom(block) !== undefined) return []
    const gateway = gateways.find(({ family }) => family === block.family)
    const why = whyNothingLeft(block, gateway, excluded)
    return why === undefined ? [] : [breach(subnetNothingLeft, why, claimSpot(claim, excludeIps))]
  })
}
