import { printable } from '../../lib/domain/printable.ts'
import {
  type ObjectRun,
  type Outcome,
  type SyncRun,
  stateOf,
} from '../../lib/pipeline/sync/sync-run.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { plain, type Style, type Tone } from '../../lib/summary/style.ts'
import { type Cell, table } from '../../lib/summary/table.ts'

/** How it is to look. */
export interface Look {
  /** Only what needs a person. */
  readonly quiet?: boolean
  readonly style?: Style
}

const tones: Readonly<Partial<Record<Outcome, Tone>>> = {
  applied: 'green',
  removed: 'green',
  unchanged: 'dim',
  conflict: 'red',
  refused: 'red',
  failed: 'red',
  left: 'yellow',
  kept: 'yellow',
}

/** What a run did: a line an object that is not as it was and well, and a last line that counts. */
export function syncedText(run: SyncRun, { quiet = false, style = plain }: Look = {}): string {
  const objects = [...run.objects, ...(run.tenants ?? []).flatMap((one) => one.objects)]
  const shown = objects.filter((one) => isNews(one) && (!quiet || needsPerson(one)))
  const lines: string[] = []
  if (run.shadow === true)
    lines.push(style('yellow', 'shadow: nothing is applied, this is what would be done'))
  if (run.restored !== undefined)
    lines.push(style('yellow', `the cluster looks restored: ${run.restored}`))
  if (run.findings.length > 0) lines.push(findingsText(run.findings, style))
  lines.push(...table(shown.map(rowOf), { style }))
  lines.push(...unreached(run).map((line) => style('yellow', line)))
  if (!quiet || shown.length > 0 || run.findings.length > 0) lines.push(lastLine(run, style))
  return lines.map((line) => `${line}\n`).join('')
}

/** The same as one JSON object, version 1. What is absent is left out. */
export function syncedJson(run: SyncRun): string {
  const text = JSON.stringify({ version: 1, state: stateOf(run), ...run })
  // JSON.stringify leaves what a terminal obeys above U+007F as it is.
  return `${text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

function unreached({ tenants = [] }: SyncRun): readonly string[] {
  return tenants.flatMap(({ tenant, problem }) =>
    problem === undefined ? [] : `cluster ${tenant} is not reached: ${printable(problem, 500)}`,
  )
}

function isNews({ outcome, health }: ObjectRun): boolean {
  return outcome !== 'unchanged' || (health !== undefined && health.state !== 'healthy')
}

function needsPerson({ outcome, health }: ObjectRun): boolean {
  return health?.state === 'failed' || ['red', 'yellow'].includes(tones[outcome] ?? '')
}

function rowOf({ id, unit, outcome, health, message }: ObjectRun): readonly Cell[] {
  const isWell = health === undefined || health.state === 'healthy'
  const state = isWell ? '' : `${health.state}: ${health.message ?? health.reason ?? ''}`
  const words = [message, state].filter((one) => one !== undefined && one !== '').join('; ')
  const place = unit.replace('environments/', '')
  return [
    printable(place),
    printable(id),
    [tones[outcome] ?? 'cyan', outcome],
    printable(words, 500),
  ]
}

function lastLine(run: SyncRun, style: Style): string {
  const counts = [...Map.groupBy(run.objects, ({ outcome }) => outcome)]
    .map(([outcome, some]) => `${some.length} ${outcome}`)
    .toSorted()
  const what = `state ${run.commit.slice(0, 12)}, generation ${run.generation}`
  const state = stateOf(run)
  const verdict = {
    success: style('green', 'in sync'),
    pending: style('yellow', 'under way'),
    failure: style('red', 'a person must look'),
  }[state]
  return `${verdict}: ${[what, ...counts].join(', ')}`
}
