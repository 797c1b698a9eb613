import { OutsideError } from '../lib/adapters/outside-error.ts'
import { printable } from '../lib/domain/printable.ts'
import { type HandOver, moveFields } from '../lib/pipeline/hand-over/move-fields.ts'
import { releaseFields } from '../lib/pipeline/hand-over/release-fields.ts'
import { idOf } from '../lib/pipeline/sync/desired.ts'
import { managedBy } from '../lib/pipeline/sync/rendered-object.ts'
import { syncKinds } from '../lib/pipeline/sync/sync-kinds.ts'
import type { Cluster, KubeObject } from '../lib/ports/cluster.ts'

/** Who works by hand, under several names; what is theirs alone stays so. */
export const KUBECTL = 'kubectl'

/** Objects that changed hands, and those that were so already. */
export interface HandedOver {
  readonly moved: number
  readonly others: number
}

const OURS = `${managedBy}=netclaim`
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
  for (const { apiVersion, kind } of syncKinds) {
    const listed = await cluster.list({ apiVersion, kind }, { labels: OURS })
    if (listed.outcome === 'failed') throw stopped(kind, listed.message)
    if (listed.outcome === 'absent-kind') continue
    for (const object of listed.items) {
      if (await moveOne(cluster, { ...object, apiVersion, kind }, way)) moved += 1
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
    const next = way.from === KUBECTL ? releaseFields(present, way.to) : moveFields(present, way)
    if (next === undefined) return attempt > 0
    const written = await cluster.replace(next)
    if (written.outcome === 'written') return true
    if (written.outcome === 'refused') throw stopped(idOf(object), written.message)
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
  throw stopped(idOf(object), 'somebody else changes it all the time')
}

function stopped(what: string, why: string): OutsideError {
  return new OutsideError(`${printable(what)} keeps its applier: ${printable(why)}`, {
    system: 'kubernetes',
    retryable: false,
  })
}
