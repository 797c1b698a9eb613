import { dateText, instantText } from '../domain/date-text.ts'
import { printable } from '../domain/printable.ts'
import type { DatedStuck } from '../pipeline/stuck/stuck.ts'
import { causeJson, causeText } from './cause-text.ts'
import { jsonText } from './json-text.ts'
import { labelledLines } from './labelled-lines.ts'
import { plain, type Style } from './style.ts'
import { plural } from './summary.ts'
import { type Cell, table } from './table.ts'
import { join } from './text.ts'

/** Things of one group that are named. */
const SHOWN = 20

/** What is stuck, a paragraph for all that waits for the same, and a last line that counts. */
export function stuckText(found: readonly DatedStuck[], style: Style = plain): string {
  const groups = Map.groupBy(found, ({ is, waitsFor, next }) =>
    JSON.stringify([is, waitsFor, next]),
  )
  const count = found.length === 1 ? '1 thing is stuck' : `${found.length} things are stuck`
  return join([
    ...[...groups.values()].map((group) => groupText(group, style)),
    found.length === 0 ? 'nothing is stuck' : count,
  ])
}

function groupText(group: readonly DatedStuck[], style: Style): string {
  const [first] = group
  if (first === undefined) return ''
  const rule = first.rule === undefined ? '' : `[${printable(first.rule)}]`
  const rows = group.slice(0, SHOWN).map(rowOf)
  const more = group.length - SHOWN
  return [
    `${style('yellow', `${first.is.replace('-', ' ')}${rule}`)}: ${printable(first.waitsFor, 2_000)}`,
    ...table(rows, { style }).map((row) => `  ${row}`),
    ...(more > 0 ? [`  and ${plural(more, 'thing')} more`] : []),
    ...labelledLines('next', first.next ?? 'nothing, it goes on by itself', style),
  ].join('\n')
}

function rowOf({ what, at, since }: DatedStuck): readonly Cell[] {
  const place = at === undefined || at.file === what ? '' : `${printable(at.file)}:${at.line}`
  const line = at !== undefined && at.file === what ? `:${at.line}` : ''
  return [
    ['bold', `${printable(what)}${line}`],
    place,
    since === undefined ? '' : `since ${dateText(since.seconds)}`,
    ['dim', since?.main?.slice(0, 12) ?? ''],
    since?.cause === undefined ? '' : causeText(since.cause),
  ]
}

/** The same as one JSON object, version 1; `state` is the state commit that was looked at. */
export function stuckJson(found: readonly DatedStuck[], state: string): string {
  return jsonText({
    version: 1,
    state,
    stuck: found.map(({ is, what, waitsFor, next, rule, at, since }) => ({
      is,
      what,
      waitsFor,
      next,
      rule,
      ...(at === undefined ? {} : { file: at.file, line: at.line, column: at.column }),
      since: since && {
        date: instantText(since.seconds),
        main: since.main,
        state: since.state,
        by: causeJson(since.cause),
      },
    })),
  })
}
