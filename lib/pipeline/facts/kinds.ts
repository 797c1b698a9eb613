import * as z from 'zod'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { printable } from '../../domain/printable.ts'
import { readEipClaim, readSubnetClaim } from './claim-kinds.ts'
import { hold } from './hold.ts'
import { readHolding, readSubnet, readVpc } from './kube-ovn-kinds.ts'
import { readMirror, readSwitchLBRule } from './mirrors.ts'
import type { Gathered, Named } from './observed.ts'
import { type Reader, shape, Text } from './reader.ts'
import { pinsOf } from './service-pins.ts'

/** Kinds that say something; `group/Kind`, the core API's without a group. */
export const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['Service', readService],
  ['Node', readNode],
  ['Namespace', readNamespace],
  ['kubeovn.io/OvnEip', readHolding],
  ['kubeovn.io/IptablesEIP', readHolding],
  ['kubeovn.io/Vip', readHolding],
  ['kubeovn.io/IP', readHolding],
  ['kubeovn.io/Subnet', readSubnet],
  ['kubeovn.io/Vpc', readVpc],
  ['kubeovn.io/SwitchLBRule', readSwitchLBRule],
  ['network.kmetal.io/EipClaim', readEipClaim],
  ['network.kmetal.io/SubnetClaim', readSubnetClaim],
  ['cluster.x-k8s.io/Cluster', readCluster],
])

const Service = z.object({
  spec: z
    .object({ externalIPs: z.array(Text).nullish() })
    .nullish()
    .catch(undefined),
  status: z
    .object({
      loadBalancer: z.object({ ingress: z.array(z.object({ ip: Text })).nullish() }).nullish(),
    })
    .nullish(),
})

function readService(named: Named, into: Gathered): readonly string[] {
  const service = Service.safeParse(named.object)
  if (!service.success) return shape(service.error)
  const ingress = service.data.status?.loadBalancer?.ingress ?? []
  const problems = hold(named, into, { texts: ingress.map(({ ip }) => ip) })
  // What is asked for is taken as soon as it is free; a text that is no address asks for nothing.
  hold(named, into, { texts: [...pinsOf(named.object), ...(service.data.spec?.externalIPs ?? [])] })
  return [...problems, ...readMirror(named, into)]
}

function readCluster({ namespace = '', name }: Named, into: Gathered): readonly string[] {
  into.clusters.push(`${namespace}/${name}`)
  return []
}

const Node = z.object({
  status: z
    .object({ addresses: z.array(z.object({ type: z.string(), address: z.string() })).nullish() })
    .nullish(),
})

function readNode({ name, object }: Named, into: Gathered): readonly string[] {
  const node = Node.safeParse(object)
  if (!node.success) return shape(node.error)
  const problems: string[] = []
  for (const { type, address: text } of node.data.status?.addresses ?? []) {
    if (type !== 'InternalIP' && type !== 'ExternalIP') continue
    const address = parseAddress(text)
    if (address === undefined) problems.push(`address "${printable(text, 80)}" cannot be read`)
    else into.nodes.push({ name, address: formatAddress(address) })
  }
  return problems
}

const Namespace = z.object({ metadata: z.object({ uid: Text }) })

/** The uid of kube-system stands for the cluster. */
function readNamespace({ name, object }: Named, into: Gathered): readonly string[] {
  if (name !== 'kube-system') return []
  const uid = Namespace.safeParse(object).data?.metadata.uid
  if (uid) into.uid = uid
  return []
}
