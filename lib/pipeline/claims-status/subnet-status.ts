import type { SubnetClaimStatus } from '../../domain/claims/status.ts'
import { subnetName, vpcName } from '../../domain/names.ts'
import { maskCidr, sameCidr } from '../../domain/net/cidr.ts'
import { printable } from '../../domain/printable.ts'
import type { ClaimObject } from './claim-object.ts'
import type { Environment } from './environment.ts'
import type { LiveSubnet } from './live-kinds.ts'
import { isGoing, notReady, stopped, type Verdict } from './verdict.ts'

/** What is said of a SubnetClaim. */
export interface SubnetVerdict {
  readonly verdict: Verdict
  readonly status: Omit<SubnetClaimStatus, 'conditions'>
}

/**
 * The first of these that holds: on its way out (`Releasing`), `OnHold`, `Rejected`, Kube-OVN's own Ready of the very
 * Subnet that is asked for, `WaitingForVpc`, `SubnetNotReady`, Kube-OVN's own word that it is not ready.
 *
 * A VPC whose gateway goes down later does not take the Ready off subnets that are there.
 */
export function subnetStatus(
  claim: ClaimObject,
  environment: Environment,
  isVpcReady: boolean,
): SubnetVerdict {
  const { name, namespace } = claim.metadata
  const subnet = environment.live.subnets.get(subnetName(namespace, name))
  const entry = environment.book.get(`SubnetClaim ${name}`)
  const status = statusOf(claim, environment, subnet)
  if (isGoing(claim, entry)) return { verdict: going(subnet), status }
  const stop = stopped(entry, [claim, subnet], environment.holdOf)
  return { verdict: stop ?? judge(claim, subnet, isVpcReady), status }
}

function statusOf(
  { metadata }: ClaimObject,
  { namespace, vpc }: Environment,
  subnet: LiveSubnet | undefined,
): SubnetVerdict['status'] {
  return {
    ...(subnet === undefined ? {} : { subnet: subnetName(namespace, metadata.name) }),
    ...(vpc === undefined ? {} : { vpc: vpcName(namespace) }),
    ...counter('v4AvailableIPs', subnet?.status.v4availableIPs),
    ...counter('v4UsingIPs', subnet?.status.v4usingIPs),
    ...counter('v6AvailableIPs', subnet?.status.v6availableIPs),
    ...counter('v6UsingIPs', subnet?.status.v6usingIPs),
  }
}

function counter(name: keyof SubnetClaimStatus, count: number | undefined) {
  return count === undefined ? {} : { [name]: count }
}

/** A Subnet stays until the last address in it is given back. */
function going(subnet: LiveSubnet | undefined): Verdict {
  const used = (subnet?.status.v4usingIPs ?? 0) + (subnet?.status.v6usingIPs ?? 0)
  if (used === 0) return notReady('Releasing', 'what it caused is being taken down')
  const message = `${used} addresses of Subnet "${subnet?.metadata.name}" are in use still`
  return notReady('Releasing', message)
}

function judge(claim: ClaimObject, subnet: LiveSubnet | undefined, isVpcReady: boolean): Verdict {
  const ready = subnet?.status.conditions.find(({ type }) => type === 'Ready')
  const problem = subnetProblem(claim, subnet)
  if (problem === undefined && ready?.status === 'True') return copyOf(ready)
  if (!isVpcReady) {
    const message = `namespace "${claim.metadata.namespace}" has no VpcClaim that is ready`
    return notReady('WaitingForVpc', message)
  }
  if (problem !== undefined) return notReady('SubnetNotReady', problem)
  if (ready !== undefined) return copyOf(ready)
  return notReady('SubnetNotReady', 'Kube-OVN says nothing about the Subnet yet')
}

/** A reason as the API wants it, or Kube-OVN's list of conditions would be refused with ours. */
function copyOf({ status, reason, message }: Verdict): Verdict {
  const isReason = /^[A-Za-z](?:[A-Za-z0-9_,:]{0,1022}[A-Za-z0-9_])?$/.test(reason)
  return { status, reason: isReason ? reason : 'Unknown', message: printable(message, 1_000) }
}

/** Conditions of a Subnet know no generation: its spec is compared with what is asked for. */
function subnetProblem(
  { metadata, spec }: ClaimObject,
  subnet: LiveSubnet | undefined,
): string | undefined {
  const name = subnetName(metadata.namespace, metadata.name)
  if (subnet === undefined) return `Subnet "${name}" is not there yet`
  if (subnet.metadata.deletionTimestamp !== undefined) return `Subnet "${name}" is being deleted`
  const vpc = vpcName(metadata.namespace)
  if (subnet.spec.vpc !== vpc)
    return `Subnet "${name}" is in Vpc "${printable(subnet.spec.vpc)}", not in "${vpc}"`
  if (sameBlocks(subnet.spec.cidrBlock, spec.cidrBlock ?? '')) return undefined
  const [has, wanted] = [subnet.spec.cidrBlock, spec.cidrBlock].map((text) => printable(text ?? ''))
  return `Subnet "${name}" has cidrBlock "${has}", where "${wanted}" is wanted`
}

/** Whatever the spelling; of two families IPv4 may stand first or last. */
function sameBlocks(one: string, other: string): boolean {
  const [some, others] = [one, other].map((text) =>
    text.split(',', 3).map((block) => maskCidr(block.trim())),
  )
  if (some === undefined || others === undefined || some.length !== others.length) return false
  return some.every(
    (block) =>
      block !== undefined && others.some((cidr) => cidr !== undefined && sameCidr(cidr, block)),
  )
}
