import { printable } from '../../domain/printable.ts'

/** What a report needs to know of a run. */
export interface ReportedRun {
  /** The state commit; absent: none could be read. */
  readonly commit?: string
  readonly objects: readonly {
    readonly id: string
    readonly outcome: string
    readonly message?: string
    readonly health?: {
      readonly state: 'healthy' | 'progressing' | 'failed'
      readonly reason?: string
      readonly message?: string
    }
  }[]
  readonly findings: readonly { readonly message: string }[]
}

export type ReportedState = 'pending' | 'success' | 'failure' | 'error'

/** What our own sync sends to the `report` function. */
export interface RunReport {
  readonly v: 1
  readonly engine: 'netclaim'
  readonly cluster: string
  readonly state: ReportedState
  readonly revision?: string
  readonly message: string
  /** RFC 3339. */
  readonly at: string
  /** Tip of the cluster's branch of facts. */
  readonly facts?: string
}

/** Characters of a message; a report is refused from 100,000 bytes on. */
const MAX_MESSAGE = 20_000

/** The report of a run. */
export function runReport(
  run: ReportedRun,
  said: {
    readonly cluster: string
    readonly state: ReportedState
    /** RFC 3339. */
    readonly at: string
    readonly facts?: string | undefined
  },
): RunReport {
  const { cluster, state, at, facts } = said
  return {
    v: 1,
    engine: 'netclaim',
    cluster,
    state,
    ...(run.commit === undefined ? {} : { revision: run.commit }),
    message: runMessage(run),
    at,
    ...(facts === undefined ? {} : { facts }),
  }
}

const FINE = new Set(['applied', 'unchanged', 'removed'])

/**
 * One line: how many objects are as they should be, then each that is not and why, those that failed first, as many as
 * fit. What is shown of it in a status is its beginning.
 */
export function runMessage({ objects, findings }: ReportedRun): string {
  const bad = objects.filter((one) => isBad(one))
  const late = objects.filter((one) => !isBad(one) && isLate(one))
  const fine = objects.length - bad.length - late.length
  const causes = [...findings.map(({ message }) => printable(message, 400)), ...bad.map(why)]
  const parts = [...causes, ...late.map(why)]
  const count = `${fine}/${objects.length} objects are well`
  return parts.length === 0 ? count : cutAt([...parts, count])
}

type Reported = ReportedRun['objects'][number]

const BAD = new Set(['conflict', 'refused', 'failed', 'left', 'kept'])

function isBad({ outcome, health }: Reported): boolean {
  return BAD.has(outcome) || health?.state === 'failed'
}

function isLate({ outcome, health }: Reported): boolean {
  return !FINE.has(outcome) || health?.state === 'progressing'
}

/** `OvnEip photon-prod-web: conflict: .spec.v4Ip is "kubectl"'s`. */
function why({ id, outcome, message, health }: Reported): string {
  const isOfHealth = FINE.has(outcome) && health !== undefined
  const word = isOfHealth ? (health.reason ?? health.state) : outcome
  const words = isOfHealth ? health.message : message
  const text = words === undefined ? '' : `: ${printable(words, 400)}`
  return `${printable(id, 160)}: ${word}${text}`
}

/** As many parts as fit, and how many do not. */
function cutAt(parts: readonly string[]): string {
  const shown: string[] = []
  let length = 0
  for (const part of parts) {
    length += part.length + 2
    if (length > MAX_MESSAGE) return `${shown.join('; ')}; and ${parts.length - shown.length} more`
    shown.push(part)
  }
  return shown.join('; ')
}
