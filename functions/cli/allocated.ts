import { printable } from '../../lib/domain/printable.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { toJson } from '../../lib/summary/json.ts'
import { plain, type Style } from '../../lib/summary/style.ts'
import { plural } from '../../lib/summary/summary.ts'
import type { Planned } from '../allocate/build.ts'
import { type LedgerChange, ledgerChanges } from '../allocate/ledger-changes.ts'

/** How it is to look. */
export interface Look {
  /** Nothing about commits without findings. */
  readonly quiet?: boolean
  readonly style?: Style
}

/** Claims that are named for one commit; the rest is counted. */
const SHOWN = 20

/** What was allocated, a block a commit of `main`, and a last line that counts. */
export function allocatedText(planned: readonly Planned[], look: Look = {}): string {
  const { quiet = false, style = plain } = look
  const shown = planned.filter(({ findings }) => !quiet || findings.length > 0)
  const blocks = shown.map((one) => blockText(one, style))
  if (!quiet || planned.some(({ findings }) => findings.length > 0)) blocks.push(total(planned))
  return blocks.map((block) => `${block}\n`).join('')
}

/** The same as one JSON object, version 1. What is absent is left out. */
export function allocatedJson(planned: readonly Planned[]): string {
  const commits = planned.map(({ source, occasion, commit, findings, changes }) => ({
    source: source.id,
    subject: source.subject,
    occasion,
    commit,
    findings: plainFindings(findings),
    ledger: ledgerChanges(changes),
    changes: [...changes].map(([path, change]) => ({ action: actionOf(change), path })),
  }))
  // JSON.stringify leaves what a terminal obeys above U+007F as it is.
  const text = JSON.stringify({ version: 1, commits }, null, 2)
  return `${text.replace(/[^\n -~]/g, escape)}\n`
}

function plainFindings(findings: Planned['findings']): unknown {
  const report = {
    verdict: 'accept',
    findings,
    changes: [],
    allocations: [],
    capacity: [],
  } as const
  return (JSON.parse(toJson(report)) as { findings: unknown }).findings
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function blockText(planned: Planned, style: Style): string {
  const { source, occasion, commit, findings, changes } = planned
  const what = occasion === 'commit' ? printable(source.subject) : words[occasion]
  const nothing = occasion === 'commit' ? style('red', 'not allocated') : 'nothing changes'
  const state = commit?.slice(0, 12) ?? nothing
  const lines = [`${style('bold', source.id.slice(0, 12))} ${what} -> ${state}`]
  const rows = ledgerChanges(changes)
  for (const row of rows.slice(0, SHOWN)) lines.push(`  ${rowText(row, style)}`)
  if (rows.length > SHOWN) lines.push(`  and ${plural(rows.length - SHOWN, 'claim')} more`)
  const manifests = [...changes.keys()].filter((path) => path.startsWith('rendered/')).length
  if (manifests > 0) lines.push(`  ${style('dim', `${plural(manifests, 'manifest')} changed`)}`)
  const told = findingsText(findings, style)
  if (told !== '') lines.push(...told.split('\n').map((line) => `  ${line}`))
  return lines.join('\n')
}

const words = {
  facts: 'new facts',
  rest: 'the end of a rest',
  'never-applied': 'freed what was never applied',
} as const
const tones = {
  allocated: 'green',
  moved: 'green',
  waiting: 'yellow',
  rejected: 'red',
  released: 'yellow',
  freed: 'cyan',
} as const

function rowText(
  { action, claim, address, blocks, rule, from }: LedgerChange,
  style: Style,
): string {
  const parts = [
    style(tones[action], action.padEnd(9)),
    printable(claim),
    address ?? blocks?.join(', ') ?? '',
  ]
  if (action === 'rejected' && rule !== undefined) parts.push(`[${printable(rule)}]`)
  if (from !== undefined) parts.push(`from ${printable(from)}`)
  return parts.filter((part) => part !== '').join(' ')
}

function actionOf(change: { readonly before?: string; readonly after?: string }) {
  if (change.before === undefined) return 'create'
  return change.after === undefined ? 'delete' : 'update'
}

function total(planned: readonly Planned[]): string {
  const made = planned.filter(({ commit }) => commit !== undefined).length
  const errors = planned
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === 'error').length
  if (planned.length === 0) return 'nothing to allocate: the state is that of the branch'
  return `${plural(made, 'state commit')} made${errors > 0 ? `, ${plural(errors, 'error')}` : ''}`
}
