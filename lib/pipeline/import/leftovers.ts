import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import { managedBy } from '../sync/rendered-object.ts'
import { importKeys } from './import-kinds.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { isKubeOvns } from './platform-found.ts'
import { shapes, specOf } from './shapes.ts'

/** Kinds that are looked at for what they tell, and are nobody's to claim. */
const silent: ReadonlySet<string> = new Set([
  'Node',
  'apps/Deployment',
  'apiextensions.k8s.io/CustomResourceDefinition',
])

/** Every object that no claim and no part of the platform explains, with the reason. */
export function leftoversOf(
  live: Live,
  notes: Notes,
  covered: ReadonlySet<string>,
): readonly Finding[] {
  return live.all.flatMap((one) => {
    const why = notes.of(one.id)
    if (why === undefined && covered.has(one.id)) return []
    if (silent.has(one.key) || !importKeys.has(one.key)) return []
    return why ?? reasonFor(one, live)
  })
}

/** What carries our label, of which another repository may have the ledger. */
export function oursAmong(live: Live): readonly Finding[] {
  return live.all
    .filter(({ object }) => object.metadata.labels?.[managedBy] === 'netclaim')
    .map(({ id }) => {
      const message = `${id} says that Netclaim manages it`
      const hint =
        'find the claims repository of this cluster; where it is lost for good, take the label off each object that is to be imported'
      return breach(importRules.ours, message, { object: id, hint })
    })
}

type Reason = readonly [rule: Rule, message: string]

/** Why an object of a kind stays that is in no way noted; undefined: nobody wants to know. */
const reasons: Readonly<Record<string, (one: LiveObject) => Reason | undefined>> = {
  Service: serviceReason,
  Namespace: ({ id }) => [importRules.noEnvironment, `${id} has no Vpc that is imported`],
  ResourceQuota: ({ id, namespace = '' }) => [
    importRules.noEnvironment,
    `namespace ${quote(namespace)} of ${id} is no environment`,
  ],
  'kubeovn.io/Subnet': (one) => [importRules.rests, subnetReason(one)],
  'kubeovn.io/Vlan': ({ id }) => [
    importRules.rests,
    `${id} carries no provider subnet of the platform`,
  ],
  'kubeovn.io/OvnSnatRule': ({ id }) => [
    importRules.otherForm,
    `${id} is not the rule by which a SubnetClaim leaves`,
  ],
  'kubeovn.io/OvnEip': ({ id }) => [importRules.rests, `${id} is on no segment of an imported Vpc`],
  'k8s.cni.cncf.io/NetworkAttachmentDefinition': ({ id }) => [
    importRules.otherForm,
    `${id} attaches to no Subnet that is imported`,
  ],
  'metallb.io/IPAddressPool': ({ id }) => [
    importRules.otherName,
    `${id} is none of the two pools of a platform, tenant-cp-pool and mgmt-pool of namespace kmetal-metallb`,
  ],
  'metallb.io/L2Advertisement': ({ id }) => [
    importRules.otherName,
    `${id} is not that of one of the two pools of a platform`,
  ],
  'kubeovn.io/ProviderNetwork': undeclared,
  'kubeovn.io/Vpc': undeclared,
  'kmetal.io/KMetal': undeclared,
  'network.kmetal.io/ProviderNetwork': undeclared,
  'kube-dc.com/Project': ({ id }) => [
    importRules.noEnvironment,
    `${id} has no cluster and no Vpc that is imported`,
  ],
  'k8s.kube-dc.com/KdcCluster': idle,
  'cluster.x-k8s.io/Cluster': idle,
  'network.kube-dc.com/AddressArena': arenaReason,
  'network.kube-dc.com/AddressReservation': arenaReason,
  'network.kmetal.io/VpcClaim': idle,
  'network.kmetal.io/SubnetClaim': idle,
  'network.kmetal.io/EipClaim': idle,
}

/** Why an object stays as it is of which nothing is noted; none where nobody wants to know. */
export function reasonFor(one: LiveObject, live: Live): readonly Finding[] {
  const { id, key } = one
  const reason: Reason | undefined = isKubeOvns(one)
    ? [importRules.system, `${id} is Kube-OVN’s own`]
    : Object.hasOwn(reasons, key)
      ? reasons[key]?.(one)
      : [importRules.noClaim, `no claim asks for ${id}: it stays ${usesOf(one, live)}`]
  return reason === undefined ? [] : [breach(reason[0], reason[1], { object: id })]
}

function undeclared({ id }: LiveObject): Reason {
  return [importRules.rests, `${id} is not among what the platform declares`]
}

function idle({ id }: LiveObject): Reason {
  return [importRules.rests, `${id} has nothing, or nothing that is imported`]
}

function arenaReason({ id }: LiveObject): Reason {
  return [importRules.rests, `${id} is of a project of which no cluster is imported`]
}

function subnetReason(one: LiveObject): string {
  const { vpc } = specOf(one, shapes.subnet)
  return vpc === '' || vpc === 'ovn-cluster'
    ? `${one.id} is in Kube-OVN’s own Vpc and no provider subnet`
    : `the Vpc ${quote(vpc)} of ${one.id} is not imported`
}

/** Of those that have an address, since nobody else gets it. */
function serviceReason(service: LiveObject): Reason | undefined {
  const { type } = specOf(service, shapes.service)
  if (type !== 'LoadBalancer') return undefined
  return [importRules.holder, `${service.id} keeps what addresses it has`]
}

function usesOf(rule: LiveObject, live: Live): string {
  const { ovnEip } = specOf(rule, shapes.rule)
  const eip = ovnEip === '' ? undefined : live.get('kubeovn.io/OvnEip', ovnEip)
  return eip === undefined ? 'as it is' : `on ${eip.id}`
}
