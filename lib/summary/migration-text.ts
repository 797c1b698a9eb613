import { printable } from '../domain/printable.ts'
import type { MigrationProgress } from '../pipeline/migration-progress.ts'
import { jsonText } from './json-text.ts'
import { plain, type Style } from './style.ts'
import { plural } from './summary.ts'
import { table } from './table.ts'
import { join } from './text.ts'

/** Obstacles of one kind that are named. */
const SHOWN = 20

/** Which steps of a migration are taken, what stands in the way of the next one, and what to write then. */
export function migrationText(progress: MigrationProgress, style: Style = plain): string {
  const { object, from, to, steps } = progress
  const rows = steps.map(
    ({ name, does, is }, n) => [`${n + 1}.`, ['bold', name], words[is], ['dim', does]] as const,
  )
  return join([
    [
      `${style('bold', printable(object))}: ${from} → ${to}`,
      ...table(rows, { style }).map((row) => `  ${row}`),
    ].join('\n'),
    obstaclesText(progress, style),
    nextText(progress, style),
  ])
}

const words: Readonly<Record<MigrationProgress['steps'][number]['is'], string>> = {
  taken: 'taken',
  merged: 'merged, not due yet',
  next: 'next',
  later: '',
}

function obstaclesText({ next, obstacles }: MigrationProgress, style: Style): string {
  if (obstacles.length === 0) return ''
  const groups = Map.groupBy(obstacles, (one) => one.next)
  const lines = [...groups].flatMap(([way, some]) => {
    const rows = some.slice(0, SHOWN).map(({ holder = '', why }) => [holder, why].map(safe))
    const more = some.length - SHOWN
    return [
      ...table(rows, { style }).map((row) => `  ${row.trimStart()}`),
      ...(more > 0 ? [`  and ${plural(more, 'thing')} more`] : []),
      `    ${style('cyan', 'next:')} ${safe(way)}`,
    ]
  })
  return [`${style('yellow', `In the way of ${next}`)}`, ...lines].join('\n')
}

function nextText({ next, obstacles, edits }: MigrationProgress, style: Style): string {
  const head = style('bold', 'Next')
  if (next === undefined) return `${head}\n  it is over: ${edits.map(editText).join(', ')}`
  const when = obstacles.length === 0 ? '' : ', when nothing is in the way any more'
  if (edits.length === 0) return `${head}\n  nothing to write: the next plan takes ${next}${when}`
  const files = edits.map((edit) => `  ${editText(edit)}`)
  return [`${head}, in one pull request${when}`, ...files].join('\n')
}

function editText({
  at: { file, line, column },
  text,
}: MigrationProgress['edits'][number]): string {
  if (text === undefined) return `remove ${safe(file)}`
  const place = line === undefined ? safe(file) : `${safe(file)}:${line}:${column}`
  return `${place} write ${text}`
}

function safe(text: string): string {
  return printable(text, 500)
}

/** The same as one JSON object, version 1; `state` is the state commit that was looked at. */
export function migrationJson(progress: MigrationProgress, state: string): string {
  return jsonText({ version: 1, state, migration: progress })
}
