import { OutsideError } from '../lib/adapters/outside-error.ts'
import { printable } from '../lib/domain/printable.ts'
import type { Repository } from '../lib/ports/repository.ts'
import {
  type Base,
  type Built,
  build,
  type Planned,
  type Planner,
  type Step,
} from './allocate/build.ts'
import { type Known, look, type Round, stepsOf } from './allocate/look.ts'

/** What `allocate` is told beside the repository. */
export interface AllocateOptions {
  readonly planner: Planner
  /** Version of this program. */
  readonly engine: string
  /** The branch of the claims, `main`. */
  readonly main: string
  /** The branch of the state, `netclaim/state`. */
  readonly state: string
  /** A person's word that no cluster has ever applied anything: what is releasing is free at once. */
  readonly neverApplied?: boolean
  /** What time it is, in seconds since 1970: what has rested by now is given again, though nothing was merged since. */
  readonly now?: number
  /** Waits before attempt 1, 2, … after a lost race. */
  readonly wait?: (attempt: number) => Promise<void>
  /** State commits that go out by one move of the branch (default 50): killed later, only the rest is made again. */
  readonly batch?: number
}

const BATCH = 50
/** Moves refused in a row although the branch stayed where it was: nobody was faster, so waiting brings nothing. */
const REFUSALS = 4
/** Races lost in a row. Someone else made progress each time, so more is a sign of something else. */
const ATTEMPTS = 8

/**
 * Plans every first-parent commit of `main` after the state's source, each by itself and in order, then
 * new facts, and moves the state branch by compare-and-swap until nothing is left to plan.
 *
 * A lost race throws the plans away and plans again from the new tip. Killed anywhere, it leaves the
 * branch at some commit from which the next run goes on. Gives what it committed, and what it planned
 * last when that may not be committed. Throws `OutsideError` for a state branch that is missing, not
 * ours, or of another history.
 */
export async function allocate(
  repository: Repository,
  options: AllocateOptions,
): Promise<readonly Planned[]> {
  const done: Planned[] = []
  let lost = 0
  let refused = { tip: '', times: 0 }
  let known: Known = {}
  for (;;) {
    const round = await look(repository, options, known.base)
    const { neverApplied = false, now } = options
    const steps = await stepsOf(repository, round, { neverApplied, now }, known)
    const ready = await withPrevious(repository, round, steps)
    const built = await planSteps(repository, options, ready, steps)
    const committed = untilLastCommit(built.planned)
    if (committed.length === 0)
      return [...done, ...built.planned.flatMap((one) => leftOver(one, round))]

    if (await repository.move(options.state, tipOf(built.base), tipOf(round.base))) {
      done.push(...committed)
      known = { base: built.base, observed: round.observed }
      lost = 0
      continue
    }
    lost += 1
    const tip = tipOf(round.base)
    refused = { tip, times: refused.tip === tip ? refused.times + 1 : 1 }
    if (refused.times === REFUSALS) throw stays(options.state)
    if (lost === ATTEMPTS) throw lostTooOften(options.state)
    await options.wait?.(lost)
  }
}

/** Of facts that change nothing, only that they cannot be used is news. */
function leftOver(planned: Planned, { facts }: Round): readonly Planned[] {
  if (planned.occasion === 'commit') return [planned]
  return facts.findings.length > 0 ? [{ ...planned, findings: facts.findings }] : []
}

/** With the tree that the state was planned for, so that the first step can be planned by its difference. */
async function withPrevious(
  repository: Repository,
  round: Round,
  steps: readonly Step[],
): Promise<Round> {
  const { base, header, main } = round
  if (steps[0]?.occasion !== 'commit' || base.tree !== undefined) return round
  if (!(await repository.isAncestor(header.source, main))) return round
  return { ...round, base: { ...base, tree: await repository.readTree(header.source) } }
}

function planSteps(
  repository: Repository,
  { planner, engine, neverApplied = false, batch = BATCH }: AllocateOptions,
  { base, facts, observedAt }: Round,
  steps: readonly Step[],
): Promise<Built> {
  const context = { repository, planner, engine, facts, neverApplied, observedAt }
  return build(context, base, steps, batch)
}

/** Steps after the last commit are planned again, or are the end. */
function untilLastCommit(planned: readonly Planned[]): readonly Planned[] {
  return planned.slice(0, planned.findLastIndex(({ commit }) => commit !== undefined) + 1)
}

function tipOf({ tip }: Base): string {
  if (tip === undefined) throw new Error('a state branch without a tip')
  return tip
}

function lostTooOften(state: string): OutsideError {
  return new OutsideError(
    `branch "${printable(state)}" could not be moved in ${ATTEMPTS} attempts: other runs were faster each time`,
    { system: 'git', retryable: true },
  )
}

function stays(state: string): OutsideError {
  return new OutsideError(
    `branch "${printable(state)}" cannot be moved, though nobody else moves it: a lock file of a run that was killed may be left over where it is kept`,
    { system: 'git', retryable: true },
  )
}
