import type { Environment } from './environment.ts'
import type { LiveVpc } from './live-kinds.ts'
import { networkProblem, subnetProblem } from './network-problem.ts'
import { notReady, type Verdict } from './verdict.ts'

/**
 * Whether the Vpc has its way out: `status` must name the provider subnet (`ready` says nothing about the present
 * spec), and that subnet must be ready itself.
 */
export function gatewayProblem({
  vpc,
  externalSubnet,
  live,
}: Pick<Environment, 'vpc' | 'externalSubnet' | 'live'>): Verdict | undefined {
  if (externalSubnet === undefined) return down('no provider subnet is known for it')
  const subnet = live.subnets.get(externalSubnet)
  const quoted = `external subnet "${externalSubnet}"`
  if (subnet === undefined) return down(`${quoted} is not there`)
  const problem = subnetProblem(subnet)
  if (problem !== undefined) return down(`${quoted} ${problem}`)
  if (isConnected(vpc, externalSubnet)) return undefined
  const vlan = live.vlans.get(subnet.spec.vlan)
  const cause = vlan && networkProblem(vlan.spec.provider, live)
  const look = cause?.message ?? 'is a node labelled as gateway?'
  return down(`the Vpc is not connected to ${quoted}: ${look}`)
}

/** Whether `status` names the provider subnet: with an empty list everything is said to be connected, too. */
export function isConnected(vpc: LiveVpc | undefined, externalSubnet: string): boolean {
  if (vpc?.status.enableExternal !== true) return false
  return vpc.status.extraExternalSubnets.includes(externalSubnet)
}

function down(message: string): Verdict {
  return notReady('ExternalGatewayNotReady', message)
}
