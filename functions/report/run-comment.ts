import type {
  RunDetails,
  ToldCause,
  ToldObject,
} from '../../lib/pipeline/sync-report/run-details.ts'
import { fit } from '../../lib/summary/fit.ts'
import { codeSpan, escapeMarkdown } from '../../lib/summary/markdown-escape.ts'
import { plural } from '../../lib/summary/summary.ts'
import type { SyncReport } from './sync-report.ts'
import { isBad } from './write-sync.ts'

/** Bytes of all that is listed; GitHub takes 65,536 characters. */
const ROOM = 40_000
/** Characters of one text. */
const MAX_TEXT = 500

/** On which commits a report is about: of main, and of the state. */
export interface Told {
  readonly source: string
  readonly state: string
}

/** What a comment on a commit of main says of a run that left something undone: each object by name, and why. */
export function runComment(report: SyncReport, { source, state }: Told): string {
  const { cluster, details, message } = report
  const mark = isBad(report) ? '❌' : '⏳'
  const heading = `### ${mark} Cluster ${codeSpan(cluster)} ${headings[report.state]}`
  const foot = `<sub>main ${source.slice(0, 12)} · state ${state.slice(0, 12)}</sub>`
  const body = details === undefined ? [escapeMarkdown(message, MAX_TEXT)] : bodyOf(details)
  return `${[heading, ...body, foot].join('\n\n')}\n`
}

const headings = {
  failure: 'is not as this commit wants it',
  error: 'could not be brought to this commit',
  pending: 'still waits with this commit',
  success: 'is as this commit wants it',
} as const

/** What it says once that is over. */
export function resolvedComment({ cluster }: SyncReport, { source, state }: Told): string {
  const foot = `<sub>main ${source.slice(0, 12)} · state ${state.slice(0, 12)}</sub>`
  return `### ✅ Resolved\n\nCluster ${codeSpan(cluster)} is as this commit wants it.\n\n${foot}\n`
}

function bodyOf(details: RunDetails): readonly string[] {
  const { all, well, causes, failed, waiting, problems, left } = details
  const items = [
    ...causes.map(causeItem),
    ...failed.map(objectItem),
    ...waiting.map(objectItem),
    ...problems.map((one) => `- ${escapeMarkdown(one, MAX_TEXT)}`),
  ]
  const more = (rest: number) =>
    `- … and ${rest + left} more; \`netclaim sync --dry-run\` shows all`
  const list = fit(items, (item) => item, ROOM, more)
  const isWhole = list === items.join('\n')
  const count = all === 0 ? [] : [`${well} of ${plural(all, 'object')} are as Git says.`]
  return [...count, isWhole && left > 0 ? `${list}\n${more(0)}` : list]
}

function causeItem({ message, hint }: ToldCause): string {
  const item = `- ${escapeMarkdown(message, MAX_TEXT)}`
  return hint === undefined ? item : `${item}\n  - hint: ${escapeMarkdown(hint, MAX_TEXT)}`
}

/** Where fields are another's, the reason says no more than whose. */
function objectItem({ object, what, why, conflicts = [] }: ToldObject): string {
  const item = `- ${codeSpan(object)} **${escapeMarkdown(what, MAX_TEXT)}**`
  const words = conflicts.map(({ field, manager, since }) => {
    const time = since === undefined ? '' : ` since ${codeSpan(since)}`
    return `${codeSpan(field)} is set by ${codeSpan(manager)}${time}`
  })
  if (words.length > 0) return `${item}: ${words.join(', ')}`
  return why === undefined ? item : `${item}: ${escapeMarkdown(why, MAX_TEXT)}`
}
