import { printable } from '../domain/printable.ts'
import type { Candidate } from '../pipeline/recover/choose-base.ts'
import type { Compared } from '../pipeline/recover/compare.ts'
import type { Unread } from '../pipeline/recover/unread.ts'
import { plain, type Style, type Tone } from './style.ts'
import { plural } from './summary.ts'
import { type Cell, table } from './table.ts'
import { join } from './text.ts'

/** How a state branch can go on, and whether it was written. */
export interface Recovered {
  readonly branch: string
  readonly present?: string
  readonly base?: Candidate
  readonly target?: string
  readonly replayed: number
  readonly compared: readonly Compared[]
  readonly unread: readonly Unread[]
  /** Such as a person passes over. */
  readonly passed: readonly Unread[]
  readonly refusals: readonly string[]
  readonly written: boolean
}

/** Claims that are named; the rest is counted. */
const SHOWN = 100

/** What is known, what would differ, and what to do next. */
export function recoveryText(recovered: Recovered, style: Style = plain): string {
  return join([
    foundText(recovered, style),
    comparedText(recovered, style),
    recovered.passed
      .map(({ why }) => `${style('yellow', 'passed over')}: ${printable(why, 1_000)}`)
      .join('\n'),
    [...recovered.unread.map(({ why }) => why), ...recovered.refusals]
      .map((why) => `${style('red', 'refused')}: ${printable(why, 1_000)}`)
      .join('\n'),
    unreadText(recovered, style),
    recovered.unread.length + recovered.refusals.length > 0
      ? wayOn(recovered, style)
      : outcomeText(recovered, style),
  ])
}

function foundText({ branch, present, base, replayed, target }: Recovered, style: Style): string {
  const lines = [
    `${style('bold', printable(branch))} is ${present === undefined ? 'not there' : `at ${short(present)}`}`,
    ...(base?.passedOver ?? []).map(
      ({ commit, why }) => `  ${short(commit)} is passed over: ${printable(why, 300)}`,
    ),
  ]
  if (base !== undefined)
    lines.push(
      `  goes on from ${short(base.commit)}, generation ${base.generation}, found at ${printable(base.where)}`,
    )
  else if (target !== undefined)
    lines.push('  goes on from no copy: main is planned from its first commit on')
  if (replayed > 0)
    lines.push(
      `  ${plural(replayed, 'commit')} of main planned again, live objects keep what they have`,
    )
  return lines.join('\n')
}

const verdicts = {
  same: ['dim', 'stays'],
  restored: ['green', 'restored'],
  'given-back': ['yellow', 'is not in the state any more'],
  new: ['yellow', 'given anew: nothing tells what it had'],
  moves: ['red', 'would move'],
} as const satisfies Record<Compared['verdict'], readonly [Tone, string]>

function comparedText({ compared }: Recovered, style: Style): string {
  const others = compared.filter(({ verdict }) => verdict !== 'same')
  const same = compared.length - others.length
  const rows = others
    .slice(0, SHOWN)
    .map(({ claim, before, live, after, verdict }): readonly Cell[] => [
      ['bold', printable(claim)],
      `state ${before ?? '-'}`,
      `cluster ${live ?? '-'}`,
      `then ${after ?? '-'}`,
      verdicts[verdict],
    ])
  const more = others.length - SHOWN
  return [
    ...table(rows, { style }),
    ...(more > 0 ? [`and ${plural(more, 'claim')} more`] : []),
    ...(same > 0 ? [`${plural(same, 'claim')} the same`] : []),
  ].join('\n')
}

/** What a person does about what cannot be read; those passed over before are named again. */
function unreadText({ unread, passed }: Recovered, style: Style): string {
  if (unread.length === 0) return ''
  const known = new Set([...passed, ...unread].flatMap(({ object }) => object ?? []))
  const names = [...known].map((name) => printable(name)).join(',')
  const nameless = unread.some(({ object }) => object === undefined)
  return [
    `${style('cyan', 'hint:')} what they have could be given again: put them right, in the cluster or in the file${nameless ? '; what has no name can only be put right' : ''}`,
    ...(names === ''
      ? []
      : [
          `  or see that they hold nothing that Netclaim gives, and say so: --pass-over "${names}"`,
          '  an address that one of them may hold is reserved first, in a file that is merged',
        ]),
  ].join('\n')
}

/** An old copy may be what is in the way: planned from its first commit on, main may give what is live. */
function wayOn({ base, compared, replayed }: Recovered, style: Style): string {
  const moves = compared.some(({ verdict }) => verdict === 'moves')
  if (!moves || base === undefined || replayed === 0) return ''
  return `${style('cyan', 'hint:')} netclaim recover --from none goes by no copy, and plans main from its first commit on`
}

function outcomeText({ branch, present, target, written }: Recovered, style: Style): string {
  if (target === undefined || target === present)
    return `${style('green', 'nothing to recover')}: the state is sound, and no copy is newer`
  const name = printable(branch)
  if (!written) return `--write sets ${name} to ${short(target)}`
  return [
    `${style('green', 'recovered')}: ${name} is at ${short(target)}`,
    `next: git push --force-with-lease origin ${name}, netclaim allocate, and where the sync does not go on, netclaim sync --accept ${target}`,
  ].join('\n')
}

function short(id: string): string {
  return printable(id.slice(0, 12))
}
