import type { Claim } from '../../domain/claims/claim.ts'
import { ClusterFileSpec } from '../../domain/claims/cluster.ts'
import { EipClaimSpec } from '../../domain/claims/eip-claim.ts'
import { KdcClusterFileSpec } from '../../domain/claims/kdc-cluster-file.ts'
import { SubnetClaimSpec } from '../../domain/claims/subnet-claim.ts'
import { VpcClaimSpec } from '../../domain/claims/vpc-claim.ts'
import { valueAt } from '../../domain/value-at.ts'

/** An object as a file has it: what the API server adds is not known. */
export interface PlainObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly finalizers?: readonly string[]
  }
  readonly spec?: unknown
}

/** A request that an applier would make. */
export interface Asked {
  readonly operation: 'CREATE' | 'UPDATE'
  readonly name: string
  readonly namespace?: string
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string }
  readonly object: PlainObject
  readonly oldObject?: PlainObject
}

const plurals: Readonly<Record<string, string>> = {
  ProviderNetwork: 'provider-networks',
  OvnEip: 'ovn-eips',
  OvnSnatRule: 'ovn-snat-rules',
  OvnDnatRule: 'ovn-dnat-rules',
  OvnFip: 'ovn-fips',
  SwitchLBRule: 'switch-lb-rules',
  NetworkAttachmentDefinition: 'network-attachment-definitions',
}

const specs = {
  VpcClaim: VpcClaimSpec,
  SubnetClaim: SubnetClaimSpec,
  EipClaim: EipClaimSpec,
  Cluster: ClusterFileSpec,
  KdcCluster: KdcClusterFileSpec,
}

/** The request that brings an object, or changes the one that was there. */
export function askFor(object: PlainObject, oldObject?: PlainObject): Asked {
  const [group = '', version = group] = object.apiVersion.includes('/')
    ? object.apiVersion.split('/')
    : ['', object.apiVersion]
  const { name, namespace } = object.metadata
  const { kind } = object
  const resource = plurals[kind] ?? `${kind.toLowerCase()}s`
  return {
    operation: oldObject === undefined ? 'CREATE' : 'UPDATE',
    name,
    ...(namespace !== undefined && { namespace }),
    kind: { group, version, kind },
    resource: { group, version, resource },
    object,
    ...(oldObject && { oldObject }),
  }
}

/** A claim as it comes to the API server: with the defaults of its kind, and as it is written otherwise. */
export function objectOfClaim({
  kind,
  namespace,
  name,
  labels,
  annotations,
  document,
}: Claim): PlainObject {
  const spec = valueAt(document.value, ['spec'])
  const filled = Object.entries(specs[kind].shape).flatMap(
    ([field, schema]): [string, unknown][] => {
      const value = schema.meta()?.['default']
      return typeof value === 'string' || typeof value === 'boolean' ? [[field, value]] : []
    },
  )
  return {
    apiVersion: String(valueAt(document.value, ['apiVersion'])),
    kind,
    metadata: {
      name,
      namespace,
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: { ...Object.fromEntries(filled), ...(typeof spec === 'object' && spec) },
  }
}
