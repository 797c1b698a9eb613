import type { Cluster } from '../../domain/claims/claim.ts'
import { defaultNetworks } from '../../domain/claims/kdc-cluster-file.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import { formatCidr } from '../../domain/net/cidr.ts'
import type { ClusterWish, TenantRange } from '../../domain/vip/standing.ts'
import { claimIn, type Draft } from './draft.ts'

/** What a cluster asks of its project's arena, with all that decides whether it gets it. */
export function wishOf(draft: Draft, namespace: string, entry: EntryOf<'KdcCluster'>): ClusterWish {
  const { name, spec, blocks = [], awaits = [] } = entry
  return {
    name,
    spec,
    blocks,
    hasCluster: hasCluster(draft, namespace, name),
    ranges: rangesOf(draft, namespace, entry),
    awaits: awaits.map(({ object }) => object),
    isFrozen: draft.inputs.environments.get(namespace)?.readable === false,
  }
}

/** In a file, in the ledger of an environment that cannot be read, or in a cluster. */
function hasCluster(draft: Draft, namespace: string, name: string): boolean {
  const wanted = { kind: 'Cluster', name }
  if (claimIn(draft.inputs, namespace, wanted) !== undefined) return true
  if (isHeld(draft.books.get(namespace)?.get(`Cluster ${name}`))) return true
  return clustersIn(draft).has(`${namespace}/${name}`)
}

const known = new WeakMap<Draft, ReadonlySet<string>>()

function clustersIn(draft: Draft): ReadonlySet<string> {
  const clusters = known.get(draft) ?? new Set(draft.view.facts.clusters)
  known.set(draft, clusters)
  return clusters
}

/**
 * The ranges inside a cluster: those that its Cluster names, and those that the KdcCluster writes; where neither names any,
 * those that Kube-DC fills in.
 */
export function rangesOf(
  draft: Draft,
  namespace: string,
  { name, spec }: EntryOf<'KdcCluster'>,
): readonly TenantRange[] {
  const { pods = [], services = [] } = networksOf(draft, namespace, name)
  return [
    ...ranges('pod', pods, spec.pods ?? (pods.length > 0 ? undefined : defaultNetworks.pods)),
    ...ranges(
      'service',
      services,
      spec.services ?? (services.length > 0 ? undefined : defaultNetworks.services),
    ),
  ]
}

function ranges(
  what: TenantRange['what'],
  ofCluster: readonly string[],
  own: string | undefined,
): readonly TenantRange[] {
  const texts = [...ofCluster, ...(own === undefined ? [] : cidrsOf(own).map(formatCidr))]
  return [...new Set(texts)].map((cidr) => ({ what, cidr }))
}

/** What the Cluster of the Cluster API says, in its file or in its last good form. */
export function networksOf(
  draft: Draft,
  namespace: string,
  name: string,
): Pick<Cluster['seen'], 'pods' | 'services'> {
  const claim = claimIn(draft.inputs, namespace, { kind: 'Cluster', name })
  if (claim?.kind === 'Cluster' && claim.seen.pods !== undefined) return claim.seen
  const entry = draft.books.get(namespace)?.get(`Cluster ${name}`)
  return entry?.kind === 'Cluster' ? entry.spec : {}
}
