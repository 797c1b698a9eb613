import { dateText } from '../domain/date-text.ts'
import { printable } from '../domain/printable.ts'
import type { Cause } from '../pipeline/history/cause.ts'
import type { PoolPlace } from '../pipeline/history/pool-places.ts'
import type { StateStep } from '../pipeline/history/state-step.ts'
import type { Tenure } from '../pipeline/history/tenures.ts'
import type { Told } from '../pipeline/history/who.ts'
import { causeText } from './cause-text.ts'
import { plain, type Style, type Tone } from './style.ts'
import { plural } from './summary.ts'
import { type Cell, table } from './table.ts'
import { join } from './text.ts'

/** Former holders that are shown; the JSON has them all. */
const SHOWN = 50

/** Who has it and who had it, for a terminal: a paragraph each, a line for each thing that happened to it. */
export function whoText(told: Told, style: Style = plain): string {
  const { current, former, seen, causes } = told
  const blocks = (tenures: readonly Tenure[]) =>
    tenures.map((tenure) => tenureText(tenure, causes, style)).join('\n')
  const foreign = seen.filter(({ isForeign }) => isForeign)
  return join([
    current.length === 0 && foreign.length === 0 ? nobodyText(told, style) : '',
    blocks(current),
    seenText(told, style),
    former.length === 0 ? '' : `${style('bold', 'Before')}\n${blocks(former.slice(0, SHOWN))}`,
    former.length > SHOWN ? `and ${plural(former.length - SHOWN, 'former holder')} more` : '',
  ])
}

function tenureText(
  { range, holder, pool, arena, origin, rule, spans, until }: Tenure,
  causes: Told['causes'],
  style: Style,
): string {
  const what = [
    range ?? '',
    holder,
    pool ?? arena ?? '',
    origin ?? '',
    rule === undefined ? '' : `[${rule}]`,
  ]
  const head = what.filter((word) => word !== '').map((word) => printable(word))
  const events = [
    ...spans.map(({ phase, from }) => ({ word: words[phase], step: from })),
    ...(until === undefined ? [] : [{ word: range === undefined ? 'over' : 'free', step: until }]),
  ]
  const lines = table(
    events.map(({ word, step }) => eventCells(word, step, causes)),
    { style },
  )
  const [first = '', ...rest] = head
  return [[style('bold', first), ...rest].join('  '), ...lines.map((line) => `  ${line}`)].join(
    '\n',
  )
}

const words = {
  held: 'held',
  waiting: 'waiting',
  rejected: 'rejected',
  releasing: 'released',
  tombstone: 'tombstone',
  leaving: 'released',
  'held-back': 'held back',
  returning: 'returning',
  nonconforming: 'nonconforming',
  revoked: 'withdrawn',
} as const satisfies Record<Tenure['spans'][number]['phase'], string>

const tones: Readonly<Record<string, Tone>> = {
  held: 'green',
  waiting: 'yellow',
  rejected: 'red',
  released: 'yellow',
  tombstone: 'yellow',
}

/** What happened, when, by which commit of main and of the state, and by whom. */
function eventCells(word: string, step: StateStep, causes: Told['causes']): readonly Cell[] {
  const { commit, source, occasion, seconds } = step
  const main = source?.slice(0, 12) ?? '-'
  // What facts brought is dated by the commit of main that they were planned with: it was later.
  const when = `${occasion === 'facts' ? 'after ' : ''}${dateText(seconds)}`
  return [
    [tones[word] ?? 'cyan', word],
    when,
    ['dim', `${main} -> ${commit.slice(0, 12)}`],
    whyText(step, causes.get(source ?? commit)),
  ]
}

function whyText({ occasion }: StateStep, cause: Cause | undefined): string {
  if (occasion === 'facts') return 'by what a cluster reported'
  if (occasion === 'rest') return 'by the end of a rest'
  if (occasion === 'never-applied') return 'by --never-applied'
  if (cause === undefined) return 'by a commit that is not here'
  return `${occasion === 'by-hand' ? 'by hand: ' : ''}${causeText(cause)}`
}

/** Who is there by a cluster's word; of what claims explain, only what one asked about one address. */
function seenText({ seen }: Told, style: Style): string {
  if (seen.length === 0) return ''
  const rows = seen.map(({ address, holder, isForeign }): readonly Cell[] => [
    ['bold', address],
    printable(holder),
    isForeign ? ['yellow', 'no claim explains it'] : '',
  ])
  return [
    style('bold', 'Seen by the cluster'),
    ...table(rows, { style }).map((row) => `  ${row}`),
  ].join('\n')
}

function nobodyText({ question, pools }: Told, style: Style): string {
  const text = style('bold', printable(question.text))
  if (question.about === 'claim') return `${text} has nothing`
  const [place] = pools
  if (place === undefined) return `nobody has ${text}: it is in no pool`
  if (place.gives === undefined) return `nobody has anything of ${text} in pool ${place.pool}`
  return `nobody has ${text}: ${freeText(place)}`
}

/** Nobody has it, and still it may not be there for everybody. */
function freeText({ pool, gives, keptBy, rests }: PoolPlace): string {
  if (gives !== true) return `pool ${pool} does not give it`
  const rest =
    rests === undefined
      ? ''
      : `rests in pool ${pool} since ${dateText(rests.freed)}, when it was proven gone from ${printable(rests.holder)}`
  if (keptBy === undefined) return `it ${rest || `is free in pool ${pool}`}`
  const { reservation, environment, reason } = keptBy
  const whom = environment === undefined ? 'nobody' : `environment "${environment}"`
  const kept = `is kept for ${whom} in pool ${pool} by Reservation ${reservation}: ${printable(reason, 300)}`
  return rest === '' ? `it ${kept}` : `it ${rest}, and ${kept}`
}
