import { printable } from '../../domain/printable.ts'
import type { FieldConflict } from '../../ports/cluster.ts'
import type { ReportedObject, ReportedRun } from './reported-run.ts'

/** One object that is not as Git says. */
export interface ToldObject {
  /** `OvnEip photon-prod-web`. */
  readonly object: string
  /** What became of it, or the reason that its controller gives: `conflict`, `NotReady`. */
  readonly what: string
  /** One clause. */
  readonly why?: string
  /** Fields that are another's. */
  readonly conflicts?: readonly FieldConflict[]
}

/** What keeps a state, or a part of one, from being applied. */
export interface ToldCause {
  readonly message: string
  readonly hint?: string
}

/** All that is not well after a run, each by name and with its reason, as much of it as a report has room for. */
export interface RunDetails {
  /** Objects in all; of these as Git says; and to be looked at by a person. */
  readonly all: number
  readonly well: number
  readonly failing: number
  readonly causes: readonly ToldCause[]
  /** What a person must look at. */
  readonly failed: readonly ToldObject[]
  /** What may come by itself. */
  readonly waiting: readonly ToldObject[]
  /** What could not be told, or proven, a clause each. */
  readonly problems: readonly string[]
  /** Of all these, how many there was no room for. */
  readonly left: number
}

/** Characters of all details as JSON: three bytes each at most, and a report is refused from 100,000 bytes on. */
const ROOM = 25_000
/** Managers and fields of one object. */
const MAX_CONFLICTS = 10

/** The details of a run: the causes first, then what failed, then what waits. */
export function runDetails(
  { objects, findings }: ReportedRun,
  problems: readonly string[] = [],
): RunDetails {
  const failed = objects.filter(isBad)
  const waiting = objects.filter((one) => !isBad(one) && isLate(one))
  const room = { left: ROOM }
  const shown = {
    causes: fitting(findings.map(toCause), room),
    failed: fitting(failed.map(toTold), room),
    waiting: fitting(waiting.map(toTold), room),
    problems: fitting(
      problems.map((one) => printable(one, 400)),
      room,
    ),
  }
  const items = findings.length + failed.length + waiting.length + problems.length
  const count = Object.values(shown).reduce((sum, { length }) => sum + length, 0)
  const all = objects.length
  const well = all - failed.length - waiting.length
  return { all, well, failing: failed.length, ...shown, left: items - count }
}

const FINE = new Set(['applied', 'unchanged', 'removed'])
const BAD = new Set(['conflict', 'refused', 'failed', 'left', 'kept'])

function isBad({ outcome, health }: ReportedObject): boolean {
  return BAD.has(outcome) || health?.state === 'failed'
}

function isLate({ outcome, health }: ReportedObject): boolean {
  return !FINE.has(outcome) || health?.state === 'progressing'
}

function toCause({ message, hint }: ReportedRun['findings'][number]): ToldCause {
  const words = printable(message, 400)
  return hint === undefined ? { message: words } : { message: words, hint: printable(hint, 400) }
}

function toTold({ id, outcome, message, health, conflicts = [] }: ReportedObject): ToldObject {
  const isOfHealth = FINE.has(outcome) && health !== undefined
  const words = isOfHealth ? health.message : message
  return {
    object: printable(id, 330),
    what: isOfHealth ? printable(health.reason ?? health.state, 80) : outcome,
    ...(words === undefined ? {} : { why: printable(words, 400) }),
    ...(conflicts.length > 0 && {
      conflicts: conflicts.slice(0, MAX_CONFLICTS).map(toConflict),
    }),
  }
}

function toConflict({ manager, field, since }: FieldConflict): FieldConflict {
  return {
    manager: printable(manager, 128),
    field: printable(field, 200),
    ...(since === undefined ? {} : { since: printable(since, 40) }),
  }
}

/** Those from the first on for which there is room. */
function fitting<T>(items: readonly T[], room: { left: number }): readonly T[] {
  const end = items.findIndex((item) => (room.left -= JSON.stringify(item).length + 1) < 0)
  return end === -1 ? items : items.slice(0, end)
}
