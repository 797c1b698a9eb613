import { kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import { importKinds } from '../../lib/pipeline/import/import-kinds.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { objectsIn, type Rendered } from '../plan/rendered.ts'

/** What a cluster has once a state tree was applied by somebody else than Netclaim, as its controllers leave it. */
export function liveOf(
  tree: StateTree,
  { claims }: { readonly claims: boolean },
): readonly KubeObject[] {
  return [...tree]
    .filter(([path]) => path.startsWith('rendered/') && path.endsWith('.yaml'))
    .flatMap(([, text]) => objectsIn(text))
    .filter(
      ({ kind, apiVersion }) =>
        kind !== 'CustomResourceDefinition' && (claims || !isKmetal(apiVersion)),
    )
    .map(asLive)
}

/** The namespaces of a state tree's environments. */
export function namespacesOf(tree: StateTree): readonly KubeObject[] {
  const names = [...tree.keys()].flatMap(
    (path) => /^rendered\/environments\/([^/]+)\//.exec(path)?.[1] ?? [],
  )
  return [...new Set(names)].map((name) => object('v1', 'Namespace', name))
}

/** Whole lists of all kinds, as an API gives them. */
export function listsOf(objects: readonly object[]): Lists {
  const byKey = Map.groupBy(objects as readonly KubeObject[], ({ apiVersion, kind }) =>
    kindKey({ apiVersions: [apiVersion], kind }),
  )
  return new Map(
    [...new Set([...importKinds.map(kindKey), ...byKey.keys()])].map((key) => [
      key,
      { outcome: 'whole', items: byKey.get(key) ?? [] },
    ]),
  )
}

/** What every cluster with Kube-OVN has. */
export const ownObjects: readonly KubeObject[] = [
  object('v1', 'Namespace', 'kube-system', { metadata: { uid: 'uid-1' } }),
  object('kubeovn.io/v1', 'Vpc', 'ovn-cluster', { status: { default: true, standby: true } }),
  object('kubeovn.io/v1', 'Subnet', 'join', {
    spec: { vpc: 'ovn-cluster', cidrBlock: '100.64.0.0/16' },
    status: ready(),
  }),
  object('kubeovn.io/v1', 'Subnet', 'ovn-default', {
    spec: { vpc: 'ovn-cluster', cidrBlock: '10.16.0.0/16', default: true },
    status: ready(),
  }),
]

/** An object by its parts. */
export function object(
  apiVersion: string,
  kind: string,
  name: string,
  {
    metadata = {},
    ...more
  }: { readonly metadata?: object; readonly spec?: object; readonly status?: object } = {},
): KubeObject {
  return { apiVersion, kind, metadata: { name, ...metadata }, ...more }
}

function isKmetal(apiVersion: string): boolean {
  return /(^|\.)kmetal\.io\//.test(apiVersion)
}

function asLive({ apiVersion, kind, metadata, spec }: Rendered): KubeObject {
  const { name, namespace } = metadata
  const made = additions[isKmetal(apiVersion) ? '' : kind]?.(spec)
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: `uid-${name}`,
      ...made?.metadata,
    },
    spec: { ...made?.spec, ...spec },
    ...(made?.status === undefined ? {} : { status: made.status }),
  } as KubeObject
}

interface Made {
  readonly metadata?: object
  readonly spec?: object
  readonly status?: object
}

const finalizers = ['kubeovn.io/kube-ovn-controller']

/** What Kube-OVN adds to what it was given (observed A). */
const additions: Readonly<Record<string, (spec: Readonly<Record<string, unknown>>) => Made>> = {
  Vpc: () => ({ metadata: { finalizers }, status: { standby: true, default: false } }),
  Subnet: () => ({
    metadata: { finalizers },
    spec: {
      default: false,
      enableLb: true,
      gatewayNode: '',
      natOutgoing: false,
      private: false,
      provider: 'ovn',
    },
    status: ready(),
  }),
  OvnEip: (spec) => ({
    metadata: { finalizers, labels: { 'ovn.kubernetes.io/subnet': 'x' } },
    spec: { macAddress: '00:00:00:00:00:01', v6Ip: '' },
    status: { ready: true, v4Ip: spec['v4Ip'] },
  }),
  OvnSnatRule: () => ({ metadata: { finalizers }, status: { ready: true } }),
}

function ready() {
  return {
    conditions: [
      { type: 'Ready', status: 'True', reason: 'ResetLogicalSwitchAclSuccess', message: '' },
    ],
  }
}
