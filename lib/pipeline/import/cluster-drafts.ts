import { quote } from '../../domain/claims/quote.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import { reservationStem } from '../../domain/names.ts'
import { vipKeys } from '../../domain/vip/vip-keys.ts'
import type { FoundArena } from './blocks-found.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { plainJson } from './plain-json.ts'

const KDC = 'k8s.kube-dc.com/KdcCluster'
const CLUSTER = 'cluster.x-k8s.io/Cluster'

interface Ground {
  readonly arenas: ReadonlyMap<string, FoundArena>
  /** Namespaces that are environments by what else is imported of them. */
  readonly environments: ReadonlySet<string>
  readonly notes: Notes
}

/**
 * A claim for every KdcCluster, with the blocks that it has, and for every Cluster of the Cluster API of an environment; both
 * as they are written. Blocks whose cluster is gone stay taken, as those of a claim that is on its way out.
 */
export function draftClusters(live: Live, ground: Ground): readonly ClaimDraft[] {
  const { notes, arenas } = ground
  const kdc = live.of(KDC).flatMap((one) => asWritten(one, 'KdcCluster', notes))
  const all = kdc.map((draft) => ({ ...draft, ...having(draft, arenas) }))
  const clusters = unrivalled(all, notes)
  const drafted = new Set(clusters.map(({ namespace, name }) => `${namespace}/${name}`))
  const environments = new Set([
    ...ground.environments,
    ...clusters.map(({ namespace }) => namespace),
  ])
  const capi = live.of(CLUSTER).flatMap((one) => {
    if (environments.has(one.namespace ?? '')) return asWritten(one, 'Cluster', notes)
    const message = `${one.id} is in a namespace of which nothing else is imported`
    notes.leave(one, importRules.noEnvironment, message)
    return []
  })
  return [
    ...clusters,
    ...capi,
    ...[...arenas.values()].flatMap((arena) => leaving(arena, drafted, notes)),
  ]
}

/** Of clusters whose reservations would be called alike one stays: that which has some, else the first. */
function unrivalled(drafts: readonly ClaimDraft[], notes: Notes): readonly ClaimDraft[] {
  const stems = Map.groupBy(drafts, ({ namespace, name }) => reservationStem(namespace, name))
  return [...stems.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? []
    const rivals = [first, ...others]
    const one = rivals.find(({ blocks }) => blocks !== undefined) ?? first
    for (const other of rivals)
      for (const id of other === one ? [] : other.objects) {
        const message = `${id}: the reservations of ${draftName(other)} would be called like those of ${draftName(one)}`
        notes.leave({ id }, importRules.unclear, message)
      }
    const left = rivals.filter((other) => other !== one && other.blocks !== undefined)
    return [one, ...left.map((other) => ({ ...other, isLeaving: true as const }))]
  })
}

function asWritten(
  one: LiveObject,
  kind: 'KdcCluster' | 'Cluster',
  notes: Notes,
): readonly ClaimDraft[] {
  const { id, name, namespace = '', object } = one
  if (notes.isLeft(one)) return []
  if (!isLabel(name) || !isLabel(namespace)) {
    notes.leave(one, importRules.otherName, `the name of ${id} is no DNS label`)
    return []
  }
  const spec = plainJson(object['spec'] ?? {})
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    notes.leave(one, importRules.otherForm, `${id} has no spec that a file can say`)
    return []
  }
  const choice =
    kind === 'KdcCluster' ? object.metadata.annotations?.[vipKeys.cluster.key] : undefined
  return [
    {
      kind,
      apiVersion: object.apiVersion,
      namespace,
      name,
      ...(choice === undefined ? {} : { annotations: { [vipKeys.cluster.key]: choice } }),
      spec: spec as ClaimDraft['spec'],
      objects: [id],
    },
  ]
}

function having(
  { namespace, name, objects }: ClaimDraft,
  arenas: ReadonlyMap<string, FoundArena>,
): Pick<ClaimDraft, 'objects' | 'blocks'> {
  const found = arenas.get(namespace)?.clusters.get(name)
  return found === undefined
    ? { objects }
    : { objects: [...objects, ...found.objects], blocks: found.blocks }
}

/** Of a cluster that is not there, or stays as it is: its blocks are nobody else's until they are proven gone. */
function leaving(
  { namespace, clusters }: FoundArena,
  drafted: ReadonlySet<string>,
  notes: Notes,
): readonly ClaimDraft[] {
  return [...clusters].flatMap(([name, { blocks, objects }]): readonly ClaimDraft[] => {
    if (drafted.has(`${namespace}/${name}`)) return []
    for (const id of objects) {
      const message = `${id} is of cluster ${quote(name)}, which is not imported: its block stays taken until it is proven gone`
      notes.leave({ id }, importRules.rests, message)
    }
    return [{ kind: 'KdcCluster', namespace, name, isLeaving: true, spec: {}, blocks, objects }]
  })
}
