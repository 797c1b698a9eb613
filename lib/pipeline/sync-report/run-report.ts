import type { ReportedRun } from './reported-run.ts'
import { type RunDetails, runDetails, type ToldObject } from './run-details.ts'

export type ReportedState = 'pending' | 'success' | 'failure' | 'error'

/** What our own sync sends to the `report` function. */
export interface RunReport {
  readonly v: 1
  readonly engine: 'netclaim'
  readonly cluster: string
  readonly state: ReportedState
  readonly revision?: string
  /** One line. */
  readonly message: string
  /** RFC 3339. */
  readonly at: string
  /** Tip of the cluster's branch of facts. */
  readonly facts?: string
  /** Absent: there was no run. */
  readonly details?: RunDetails
}

/** By whom and when a report is made. */
interface Said {
  readonly cluster: string
  /** RFC 3339. */
  readonly at: string
}

/** The report of a run. `problems`: what could not be told or proven after it, a clause each. */
export function runReport(
  run: ReportedRun,
  said: Said & {
    readonly state: ReportedState
    readonly facts?: string | undefined
    readonly problems?: readonly string[]
  },
): RunReport {
  const { cluster, state, at, facts, problems } = said
  const details = runDetails(run, problems)
  return {
    v: 1,
    engine: 'netclaim',
    cluster,
    state,
    ...(run.commit === undefined ? {} : { revision: run.commit }),
    message: run.shadow === true ? shadowMessage(details) : runMessage(details),
    at,
    ...(facts === undefined ? {} : { facts }),
    details,
  }
}

/** The report of a run that could not be made, which says so of the state that was to be applied, whichever that is. */
export function failureReport(why: string, { cluster, at }: Said): RunReport {
  const message = `failed, because ${why}`
  return { v: 1, engine: 'netclaim', cluster, state: 'error', message, at }
}

/**
 * One line: how many objects are as they should be, and the first thing that is not: what is shown of it in a status is
 * its beginning.
 */
export function runMessage(details: RunDetails): string {
  const { well, failing, all, causes, failed, waiting, problems } = details
  const [cause] = causes
  if (cause !== undefined && all === 0) return cause.message
  const late = all - well - failing
  const parts = [`${well}/${all} objects are well`]
  if (failing > 0) parts.push(`${failing} failed`)
  if (late > 0) parts.push(`${late} ${late === 1 ? 'waits' : 'wait'}`)
  const [worst = waiting[0]] = failed
  const first = cause?.message ?? (worst && toldText(worst)) ?? problems[0]
  return first === undefined ? parts.join(', ') : `${parts.join(', ')}; ${first}`
}

/** The same where nothing is to be applied: what would change, and what would be in the way. */
function shadowMessage(details: RunDetails): string {
  const { well, failing, all, causes, failed, problems } = details
  const [cause] = causes
  if (cause !== undefined && all === 0) return cause.message
  const parts = [`shadow, nothing is applied: ${well}/${all} objects are as wanted`]
  if (all > well + failing) parts.push(`${all - well - failing} would change`)
  if (failing > 0) parts.push(`${failing} ${failing === 1 ? 'has' : 'have'} something in the way`)
  const [worst] = failed
  const first = cause?.message ?? (worst && toldText(worst)) ?? problems[0]
  return first === undefined ? parts.join(', ') : `${parts.join(', ')}; ${first}`
}

/** `OvnEip photon-prod-web: conflict: .spec.v4Ip is "kubectl"'s`. */
function toldText({ object, what, why }: ToldObject): string {
  return why === undefined ? `${object}: ${what}` : `${object}: ${what}: ${why}`
}
