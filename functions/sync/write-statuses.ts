import * as z from 'zod'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { claimEvents, eventObject } from '../../lib/pipeline/claims-status/claim-events.ts'
import {
  type ClaimStatus,
  claimStatuses,
  type StatusInput,
} from '../../lib/pipeline/claims-status/claim-statuses.ts'
import { isWritten } from '../../lib/pipeline/claims-status/is-written.ts'
import { readLive } from '../../lib/pipeline/claims-status/live.ts'
import { platformStatuses } from '../../lib/pipeline/claims-status/platform-statuses.ts'
import { type StatusPatch, statusPatch } from '../../lib/pipeline/claims-status/status-patch.ts'
import { managedBy } from '../../lib/pipeline/sync/rendered-object.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster, Written } from '../../lib/ports/cluster.ts'

const Labelled = z.object({
  metadata: z.object({ labels: z.object({ [managedBy]: z.literal('netclaim') }) }),
})

/** What was said in the cluster, and what could not be. */
export interface StatusesWritten {
  readonly statuses: number
  readonly events: number
  /** `EipClaim photon-prod/web: …`, a clause each. */
  readonly problems: readonly string[]
}

/**
 * Writes the statuses of the claims and of the platform, and an event for each claim of which something is new. What
 * stands there already is not written again. The events go first: a run that is stopped tells one twice rather than never.
 */
export async function writeStatuses(
  { cluster, clock }: { readonly cluster: Cluster; readonly clock: Pick<Clock, 'now'> },
  input: StatusInput,
): Promise<StatusesWritten> {
  const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
  const live = readLive(input.lists)
  const objects = objectsIn(input)
  const claims = claimStatuses(input, live).filter((claim) => isOurs(objects.get(idOfClaim(claim))))
  const patches = [
    ...claims.map((claim) => statusPatch(claim, now)),
    ...platformStatuses(input.lists, now, live).filter((patch) => isOurs(objects.get(idOf(patch)))),
  ].filter((patch) => !isWritten(objects.get(idOf(patch)), patch))
  const events = claimEvents(claims).map((event) => eventObject(event, now))
  const told = await Promise.all(
    // Another run that told the same at the same second is no problem.
    events.map((event) => tried(event, async () => isMade(await cluster.create(event)))),
  )
  const wrote = await Promise.all(
    patches.map((patch) => tried(patch, () => cluster.apply({ ...patch }, { part: 'status' }))),
  )
  const problems = [...told, ...wrote].filter((one) => one !== undefined)
  return {
    statuses: wrote.filter((one) => one === undefined).length,
    events: told.filter((one) => one === undefined).length,
    problems,
  }
}

/** An event of that name that is there already is told already. */
export function isMade(written: Written): Written | undefined {
  return written.outcome === 'conflict' ? undefined : written
}

/** Does a write; undefined: it went well, else why not, with the name of the object. */
export async function tried(
  object: { readonly kind: string; readonly metadata: StatusPatch['metadata'] },
  write: () => Promise<Written | undefined>,
): Promise<string | undefined> {
  try {
    const written = await write()
    if (written === undefined || written.outcome === 'written') return undefined
    return `${shown(object)}: ${printable(written.message, 400)}`
  } catch (error) {
    if (error instanceof OutsideError) return `${shown(object)}: ${error.message}`
    throw error
  }
}

function objectsIn({ lists }: StatusInput): ReadonlyMap<string, object> {
  const objects = new Map<string, object>()
  for (const list of lists.values()) {
    if (list.outcome !== 'whole') continue
    for (const item of list.items) {
      const id = idOf(item as Partial<StatusPatch>)
      if (id !== '') objects.set(id, item)
    }
  }
  return objects
}

/** What somebody else put there has statuses of somebody else, or none. */
function isOurs(object: object | undefined): boolean {
  return Labelled.safeParse(object).success
}

function idOfClaim({ apiVersion, kind, name, namespace }: ClaimStatus): string {
  return idOf({ apiVersion, kind, metadata: { name, namespace } })
}

function idOf({ apiVersion = '', kind = '', metadata }: Partial<StatusPatch>): string {
  return metadata === undefined
    ? ''
    : [apiVersion, kind, metadata.namespace ?? '', metadata.name].join(' ')
}

function shown({ kind, metadata }: Parameters<typeof tried>[0]): string {
  const { name, namespace } = metadata
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}
