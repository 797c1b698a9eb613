import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Base, Planner, Step } from './build.ts'
import { observedPrefix, readObserved } from './observed.ts'
import type { ObservedAt } from './plan-time.ts'
import { acknowledgedReset } from './reset.ts'
import { restEnd } from './rest-end.ts'
import { laterGeneration, readStateHeader, type StateHeader } from './state-header.ts'
import {
  foreignState,
  noStateBranch,
  refusal,
  rewrittenMain,
  stateWentBack,
  strangeReset,
} from './state-refusals.ts'
import { isUnheard } from './unheard.ts'

/** Which branches to look at, and who reads the facts. */
interface Wanted {
  readonly main: string
  readonly state: string
  readonly planner: Planner
}

/** Why there may be something to plan beside new commits of main and new facts. */
export interface Beside {
  readonly neverApplied: boolean
  /** What time it is, in seconds since 1970; absent: no rest ends but by commits. */
  readonly now?: number | undefined
}

/** What this run itself committed last, and the facts that it used. */
export interface Known {
  readonly base?: Base
  readonly observed?: string
}

/** The repository at one moment. */
export interface Round {
  readonly base: Base
  readonly header: StateHeader
  /** Tip of `main`. */
  readonly main: string
  readonly facts: Checked<Facts>
  /** Which facts these are: the clusters' commits; empty where no cluster reports. */
  readonly observed: string
  /** When they were committed last. */
  readonly observedAt: ObservedAt
}

/** Reads the branches. Throws `OutsideError` for a state branch that is missing or not ours. */
export async function look(
  repository: Repository,
  { main, state, planner }: Wanted,
  known: Base | undefined,
): Promise<Round> {
  const tips = await repository.tips({ names: [main, state], below: [observedPrefix] })
  const mainTip = tips.get(main)
  const stateTip = tips.get(state)
  if (mainTip === undefined) throw refusal(`there is no branch "${printable(main)}"`)
  if (stateTip === undefined) throw noStateBranch(state)
  const isOurs = known?.tip === stateTip
  const texts = isOurs ? known.state : await repository.readState(stateTip)
  if (!isOurs) needSound(planner, texts)
  const header = readStateHeader(texts)
  if (header === undefined) throw foreignState(state, stateTip)
  const observed = await readObserved(repository, tips)
  const facts = planner.readFacts(observed.files, header.gone)
  const later = laterGeneration(header, facts.value)
  if (later !== undefined) {
    // A forge may not give all branches as they are at one moment.
    const now = await repository.tips({ names: [state], below: [] })
    if (now.get(state) !== stateTip) return look(repository, { main, state, planner }, known)
    // What a cluster shows of another history proves nothing in this one.
    throw stateWentBack(state, header.generation ?? 0, later)
  }
  return {
    base: isOurs ? known : { tip: stateTip, state: texts },
    header,
    main: mainTip,
    facts,
    observed: isUnheard(facts, header) ? '' : observed.id,
    observedAt: () => lastOf(repository, observed.commits),
  }
}

async function lastOf(repository: Repository, commits: readonly string[]): Promise<number> {
  const all = await Promise.all(commits.map((id) => repository.commit(id)))
  return Math.max(0, ...all.map(({ seconds }) => seconds))
}

/** Throws `OutsideError` for a state that is not as it was written. */
function needSound(planner: Planner, texts: Base['state']): void {
  const [damage] = planner.checkState?.(texts) ?? []
  if (damage !== undefined) throw refusal(`${damage.message}: ${damage.hint ?? ''}`)
}

/**
 * What is left to plan; nothing when the state is that of `main` and of the facts already.
 * Throws `OutsideError` where main was rewritten.
 */
export async function stepsOf(
  repository: Repository,
  { base, header, main, observed }: Round,
  { neverApplied, now }: Beside,
  known: Known,
): Promise<readonly Step[]> {
  if (header.source !== main) {
    const from = await startOf(repository, base.state, header.source, main)
    const sources = await repository.firstParents(from, main)
    return sources.map((source) => ({ occasion: 'commit', source }))
  }
  const source = await repository.commit(header.source)
  const isNews = observed !== '' && observed !== known.observed
  if (neverApplied && known.base === undefined && !isNews)
    return [{ occasion: 'never-applied', source }]
  const end = now === undefined ? undefined : await restEnd(repository, base.state, { main, now })
  return [
    ...(isNews ? [{ occasion: 'facts', source } as const] : []),
    ...(end === undefined ? [] : [{ occasion: 'rest', source, time: end } as const]),
  ]
}

/** The commit after which `main` is not planned yet. Throws `OutsideError` where nobody can know. */
async function startOf(
  repository: Repository,
  state: Base['state'],
  source: string,
  main: string,
): Promise<string> {
  if (await repository.isAncestor(source, main)) return source
  const reset = acknowledgedReset(await repository.readTree(main), state, source)
  if (reset === undefined) throw rewrittenMain(source, main)
  if (reset !== main && (await repository.isAncestor(reset, main))) return reset
  throw strangeReset(reset, main)
}
