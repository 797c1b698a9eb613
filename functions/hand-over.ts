import { OutsideError } from '../lib/adapters/outside-error.ts'
import { printable } from '../lib/domain/printable.ts'
import { type HandOver, moveFields } from '../lib/pipeline/hand-over/move-fields.ts'
import type { Cluster, KubeObject, ObjectRef } from '../lib/ports/cluster.ts'

/** Kinds that are rendered. */
export const renderedKinds: readonly Pick<ObjectRef, 'apiVersion' | 'kind'>[] = [
  ...[
    'ProviderNetwork',
    'Vlan',
    'Subnet',
    'Vpc',
    'OvnEip',
    'OvnSnatRule',
    'OvnDnatRule',
    'SwitchLBRule',
  ].map((kind) => ({ apiVersion: 'kubeovn.io/v1', kind })),
  { apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' },
  ...['IPAddressPool', 'L2Advertisement'].map((kind) => ({
    apiVersion: 'metallb.io/v1beta1',
    kind,
  })),
  ...['VpcClaim', 'SubnetClaim', 'EipClaim'].map((kind) => ({
    apiVersion: 'network.kmetal.io/v1alpha1',
    kind,
  })),
  { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].map((kind) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
  })),
]

/** Objects that changed hands, and those that were so already. */
export interface HandedOver {
  readonly moved: number
  readonly others: number
}

const OURS = 'app.kubernetes.io/managed-by=netclaim'
/** Controllers write statuses all the time. */
const ATTEMPTS = 5

/**
 * Notes all objects that Netclaim renders as one applier's instead of another's; both are to be at rest meanwhile. May be
 * stopped anywhere and run again. Throws `OutsideError` where the API cannot be read or refuses.
 */
export async function handOver(
  cluster: Pick<Cluster, 'list' | 'get' | 'replace'>,
  way: HandOver,
): Promise<HandedOver> {
  let [moved, others] = [0, 0]
  for (const kind of renderedKinds) {
    const listed = await cluster.list(kind, { labels: OURS })
    if (listed.outcome === 'failed') throw stopped(kind.kind, listed.message)
    if (listed.outcome === 'absent-kind') continue
    for (const object of listed.items) {
      if (await moveOne(cluster, { ...kind, ...object }, way)) moved += 1
      else others += 1
    }
  }
  return { moved, others }
}

async function moveOne(
  cluster: Pick<Cluster, 'get' | 'replace'>,
  object: KubeObject,
  way: HandOver,
): Promise<boolean> {
  let present: KubeObject | undefined = object
  for (let attempt = 0; present !== undefined && attempt < ATTEMPTS; attempt += 1) {
    const next = moveFields(present, way)
    if (next === undefined) return attempt > 0
    const written = await cluster.replace(next)
    if (written.outcome === 'written') return true
    if (written.outcome === 'refused') throw stopped(nameOf(object), written.message)
    const { name, namespace } = object.metadata
    const { apiVersion, kind } = object
    present = await cluster.get({
      apiVersion,
      kind,
      name,
      ...(namespace === undefined ? {} : { namespace }),
    })
  }
  if (present === undefined) return false
  throw stopped(nameOf(object), 'somebody else changes it all the time')
}

function nameOf({ kind, metadata: { name, namespace } }: KubeObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

function stopped(what: string, why: string): OutsideError {
  return new OutsideError(`${printable(what)} keeps its applier: ${printable(why)}`, {
    system: 'kubernetes',
    retryable: false,
  })
}
