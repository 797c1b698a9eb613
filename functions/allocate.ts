import { OutsideError } from '../lib/adapters/outside-error.ts'
import type { Facts } from '../lib/domain/facts.ts'
import type { Checked } from '../lib/domain/finding.ts'
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
import { observedPrefix, readObserved } from './allocate/observed.ts'
import { readStateHeader, type StateHeader } from './allocate/state-header.ts'

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
  /** Waits before attempt 1, 2, … after a lost race. */
  readonly wait?: (attempt: number) => Promise<void>
  /** State commits that go out by one move of the branch (default 50): killed later, only the rest is made again. */
  readonly batch?: number
}

const BATCH = 50
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
  let known: Known = {}
  for (;;) {
    const round = await look(repository, options, known.base)
    const steps = await stepsOf(repository, round, options.neverApplied === true, known)
    const built = await planSteps(repository, options, round, steps)
    const committed = untilLastCommit(built.planned)
    if (committed.length === 0) return [...done, ...built.planned.filter(hasSay)]

    if (await repository.move(options.state, tipOf(built.base), tipOf(round.base))) {
      done.push(...committed)
      known = { base: built.base, observed: round.observed }
      lost = 0
      continue
    }
    lost += 1
    if (lost === ATTEMPTS) throw lostTooOften(options.state)
    await options.wait?.(lost)
  }
}

/** What this run itself committed last, and the facts that it used. */
interface Known {
  readonly base?: Base
  readonly observed?: string
}

/** New facts that change nothing are no news. */
function hasSay({ occasion }: Planned): boolean {
  return occasion === 'commit'
}

/** The repository at one moment. */
interface Round {
  readonly base: Base
  readonly header: StateHeader
  /** Tip of `main`. */
  readonly main: string
  readonly facts: Checked<Facts>
  /** Which facts these are: the clusters' commits; empty where no cluster reports. */
  readonly observed: string
}

async function look(
  repository: Repository,
  { main, state, planner }: AllocateOptions,
  known: Base | undefined,
): Promise<Round> {
  const tips = await repository.tips({ names: [main, state], below: [observedPrefix] })
  const mainTip = tips.get(main)
  const stateTip = tips.get(state)
  if (mainTip === undefined) throw refusal(`there is no branch "${printable(main)}"`)
  if (stateTip === undefined)
    throw refusal(
      `there is no branch "${printable(state)}": netclaim init makes the first one, netclaim recover brings back one that was lost`,
    )
  const texts = known?.tip === stateTip ? known.state : await repository.readState(stateTip)
  const header = readStateHeader(texts)
  if (header === undefined)
    throw refusal(
      `the tip ${stateTip} of branch "${printable(state)}" has no readable state.yaml: Netclaim did not write it`,
    )
  const observed = await readObserved(repository, tips)
  return {
    base: { tip: stateTip, state: texts },
    header,
    main: mainTip,
    facts: planner.readFacts(observed.files),
    observed: observed.id,
  }
}

/** What is left to plan; nothing when the state is that of `main` and of the facts already. */
async function stepsOf(
  repository: Repository,
  { header, main, observed }: Round,
  neverApplied: boolean,
  known: Known,
): Promise<readonly Step[]> {
  if (header.source !== main) {
    if (!(await repository.isAncestor(header.source, main))) throw rewritten(header.source, main)
    const sources = await repository.firstParents(header.source, main)
    return sources.map((source) => ({ occasion: 'commit', source }))
  }
  const source = await repository.commit(header.source)
  if (observed !== '' && observed !== known.observed) return [{ occasion: 'facts', source }]
  return neverApplied && known.base === undefined ? [{ occasion: 'never-applied', source }] : []
}

function planSteps(
  repository: Repository,
  { planner, engine, neverApplied = false, batch = BATCH }: AllocateOptions,
  { base, facts }: Round,
  steps: readonly Step[],
): Promise<Built> {
  return build({ repository, planner, engine, facts, neverApplied }, base, steps, batch)
}

/** Steps after the last commit are planned again, or are the end. */
function untilLastCommit(planned: readonly Planned[]): readonly Planned[] {
  return planned.slice(0, planned.findLastIndex(({ commit }) => commit !== undefined) + 1)
}

function tipOf({ tip }: Base): string {
  if (tip === undefined) throw new Error('a state branch without a tip')
  return tip
}

function rewritten(source: string, main: string): OutsideError {
  return refusal(
    `the state was planned for ${source}, which is no ancestor of ${main}: main was rewritten; put ${source} back into its history, or run netclaim recover, or add an acknowledgement state/reset that names both commits`,
  )
}

function lostTooOften(state: string): OutsideError {
  return new OutsideError(
    `branch "${printable(state)}" could not be moved in ${ATTEMPTS} attempts: other runs were faster, or a lock file is left over`,
    { system: 'git', retryable: true },
  )
}

function refusal(message: string): OutsideError {
  return new OutsideError(message, { system: 'git', retryable: false })
}
