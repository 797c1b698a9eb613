import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { guardsAmong, isGuard } from '../../lib/pipeline/eject/guards.ts'
import { withoutMarks } from '../../lib/pipeline/eject/without-marks.ts'
import { idOf } from '../../lib/pipeline/sync/desired.ts'
import { refOf } from '../../lib/pipeline/sync/live-objects.ts'
import { ownFields } from '../../lib/pipeline/sync/managed-fields.ts'
import { managedBy } from '../../lib/pipeline/sync/rendered-object.ts'
import type { SyncKind } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { Cluster, KubeObject } from '../../lib/ports/cluster.ts'
import type { Session } from '../sync/session.ts'
import { statusText } from '../sync/words.ts'

/** What was done in one cluster, or would be. */
export interface Freed {
  /** Admission policies that go, `ValidatingAdmissionPolicy netclaim-one-door`. */
  readonly guards: readonly string[]
  /** Objects that lose our marks. */
  readonly freed: readonly string[]
  /** What could not be done, a clause each. */
  readonly problems: readonly string[]
}

const OURS = `${managedBy}=netclaim`

/** All that bears a mark of ours. Throws `OutsideError` for a list that cannot be had: it may hold some. */
export async function markedIn(
  cluster: Pick<Cluster, 'list'>,
  kinds: readonly Pick<SyncKind, 'apiVersion' | 'kind' | 'labelled'>[],
  to: string,
): Promise<readonly KubeObject[]> {
  const marked: KubeObject[] = []
  for (const { apiVersion, kind, labelled } of kinds) {
    const listed = await cluster.list({ apiVersion, kind }, labelled ? { labels: OURS } : {})
    if (listed.outcome === 'absent-kind') continue
    if (listed.outcome === 'failed') {
      const message = `${kind} cannot be listed: ${printable(listed.message)}`
      throw new OutsideError(message, { system: 'kubernetes', retryable: true })
    }
    const objects = listed.items.map((one) => ({ ...one, apiVersion, kind }))
    marked.push(...objects.filter((one) => withoutMarks(one, to) !== undefined))
  }
  return marked
}

/** What a run that writes would do. */
export function outlookOf(marked: readonly KubeObject[]): Freed {
  const others = marked.filter((one) => !isGuard(one))
  return { guards: guardsAmong(marked).map(idOf), freed: others.map(idOf), problems: [] }
}

/** Takes the policies away, then our marks off everything else. Nothing else is removed, and no value changes. */
export async function freeObjects(
  session: Session,
  marked: readonly KubeObject[],
  to: string,
): Promise<Freed> {
  const { guards, freed } = outlookOf(marked)
  const said: (string | undefined)[] = []
  // One after the other: while a binding stands its policy must.
  for (const guard of guardsAmong(marked)) said.push(await takeAway(session, guard))
  const others = marked.filter((one) => !isGuard(one))
  said.push(...(await Promise.all(others.map((one) => free(session, one, to)))))
  return { guards, freed, problems: said.filter((one) => one !== undefined) }
}

async function takeAway(session: Session, guard: KubeObject): Promise<string | undefined> {
  const { uid } = guard.metadata
  if (ownFields(guard) === undefined || uid === undefined)
    return `${idOf(guard)} carries our label, but Netclaim never applied it`
  const removed = await session.write(guard, () => session.cluster.remove(refOf(guard), { uid }))
  return removed.outcome === 'refused' ? `${idOf(guard)}: ${statusText(removed)}` : undefined
}

/** Controllers write statuses all the time; and a policy that went is followed for a moment longer. */
const ATTEMPTS = 7
const FIRST_PAUSE_MS = 100

async function free(session: Session, object: KubeObject, to: string): Promise<string | undefined> {
  const { cluster, clock } = session
  let present: KubeObject | undefined = object
  let said = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) {
      await clock.pause(FIRST_PAUSE_MS * 2 ** attempt)
      present = await cluster.get(refOf(object))
    }
    const next = present && withoutMarks(present, to)
    if (next === undefined) return undefined
    const written = await session.write(object, () => cluster.replace(next))
    if (written.outcome === 'written') return undefined
    said = printable(written.message)
  }
  return `${idOf(object)}: ${said}`
}
