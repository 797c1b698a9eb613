import type { VpcClaimStatus } from '../../domain/claims/status.ts'
import { vpcName } from '../../domain/names.ts'
import type { ClaimObject } from './claim-object.ts'
import type { Environment } from './environment.ts'
import { gatewayProblem } from './gateway-problem.ts'
import { isGoing, notReady, stopped, type Verdict } from './verdict.ts'

/** What is said of a VpcClaim. */
export interface VpcVerdict {
  readonly verdict: Verdict
  readonly status: Omit<VpcClaimStatus, 'conditions'>
}

/**
 * The first of these that holds: on its way out (`SubnetClaimsPresent`, `Releasing`), `OnHold`, `Rejected`,
 * `WaitingForEip`, `VpcNotReady`, `ExternalGatewayNotReady`, `VpcReady`.
 *
 * `egress` is the verdict on the EipClaim `external`, if there is one.
 */
export function vpcStatus(
  claim: ClaimObject,
  environment: Environment,
  egress: Verdict | undefined,
): VpcVerdict {
  const { namespace, vpc, externalSubnet } = environment
  const status = {
    ...(vpc === undefined ? {} : { vpc: vpcName(namespace) }),
    ...(claim.spec.externalAccess === true && externalSubnet !== undefined && { externalSubnet }),
  }
  const entry = environment.book.get(`VpcClaim ${claim.metadata.name}`)
  if (isGoing(claim, entry)) return { verdict: going(environment), status }
  const problem =
    stopped(entry, [claim, vpc], environment.holdOf) ??
    (claim.spec.externalAccess ? waitsForEip(environment, egress) : undefined) ??
    vpcProblem(environment) ??
    (claim.spec.externalAccess ? gatewayProblem(environment) : undefined)
  const message = `Vpc "${vpcName(namespace)}" is there`
  return { verdict: problem ?? { status: 'True', reason: 'VpcReady', message }, status }
}

/** Those that are still asked for, and those whose Subnet is still there. */
function going({ namespace, subnetClaims, vpc, live }: Environment): Verdict {
  const present = subnetClaims.map(({ metadata }) => metadata.name).toSorted()
  if (present.length > 0) {
    const shown = present.slice(0, 5).map((name) => `"${name}"`)
    const more = present.length > shown.length ? ` and ${present.length - shown.length} more` : ''
    const message = `SubnetClaim ${shown.join(', ')}${more} in namespace "${namespace}" goes first`
    return notReady('SubnetClaimsPresent', message)
  }
  const [left] = live.subnetsIn.get(vpcName(namespace)) ?? []
  if (vpc === undefined || left === undefined)
    return notReady('Releasing', 'what it caused is being taken down')
  return notReady('SubnetClaimsPresent', `Subnet "${left.metadata.name}" is in its Vpc still`)
}

function waitsForEip(environment: Environment, egress: Verdict | undefined): Verdict | undefined {
  const claim = environment.eipClaims.find(({ metadata }) => metadata.name === 'external')
  if (claim === undefined || egress === undefined)
    return notReady('WaitingForEip', 'EipClaim "external" is not there yet')
  if (claim.spec.type !== 'lrp')
    return notReady('WaitingForEip', 'EipClaim "external" must have spec.type: lrp')
  if (egress.status === 'True') return undefined
  return notReady('WaitingForEip', `EipClaim "external" is not ready: ${egress.message}`)
}

function vpcProblem({ namespace, vpc }: Environment): Verdict | undefined {
  const name = vpcName(namespace)
  if (vpc === undefined) return notReady('VpcNotReady', `Vpc "${name}" is not there yet`)
  if (vpc.metadata.deletionTimestamp !== undefined)
    return notReady('VpcNotReady', `Vpc "${name}" is being deleted`)
  if (vpc.status.standby) return undefined
  return notReady('VpcNotReady', `Kube-OVN has not made Vpc "${name}" yet`)
}
