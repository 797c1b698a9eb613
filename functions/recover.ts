import { outside } from '../lib/adapters/git/git.ts'
import { gitRepository } from '../lib/adapters/git.ts'
import { type Facts, noFacts } from '../lib/domain/facts.ts'
import { printable } from '../lib/domain/printable.ts'
import type { Settings } from '../lib/domain/settings.ts'
import { type Candidate, type Chosen, chooseBase } from '../lib/pipeline/recover/choose-base.ts'
import { type Compared, compareStates } from '../lib/pipeline/recover/compare.ts'
import type { Unread } from '../lib/pipeline/recover/unread.ts'
import { whyNotFrom } from '../lib/pipeline/recover/why-not.ts'
import { wouldVanish } from '../lib/pipeline/recover/would-vanish.ts'
import type { Repository } from '../lib/ports/repository.ts'
import type { Planner } from './allocate/build.ts'
import { stateBranchOf } from './allocate/state-branch.ts'
import { booksAt } from './recover/books-at.ts'
import { findCandidates } from './recover/candidates.ts'
import { lostIn } from './recover/lost-lines.ts'
import { type Clone, type Replay, replay } from './recover/replay.ts'

/** What is lost, and what is known of it. */
export interface RecoverOptions {
  readonly planner: Planner
  readonly engine: string
  readonly main: string
  /** What the cluster has; absent: nothing is known of it. */
  readonly facts?: Facts
  /** The copy that counts; `none`: go by no copy. */
  readonly from?: string
  /** What of it cannot be read. */
  readonly unread?: readonly Unread[]
  /** A person's word of what the cluster was given, where main said both. */
  readonly target?: Settings['target']
  /** A person's word that no cluster has ever applied anything. */
  readonly neverApplied: boolean
  /** A scratch clone for what is planned anew: a later run would take it for a copy. Absent: the repository itself. */
  readonly scratch?: string
}

/** How the state can go on. */
export interface Recovery {
  readonly branch: string
  /** Where the branch is; absent: there is none. */
  readonly present?: string
  /** The copy that it goes on from; absent: `main` was replayed from its first commit. */
  readonly base?: Candidate
  /** Where the branch is to be; absent where it is refused. */
  readonly target?: string
  /** Commits of `main` that were planned anew, pinned by what the cluster has. */
  readonly replayed: number
  readonly compared: readonly Compared[]
  /** What of the cluster cannot be read, for which alone it must not be written. */
  readonly unread: readonly Unread[]
  /** Why else it must not be written, a clause each. */
  readonly refusals: readonly string[]
}

/**
 * Finds how a state branch that was deleted, moved back or edited by hand goes on, so that nothing is given twice: from the
 * newest sound copy in the clone; where that is older than what a cluster has applied, or there is none, by planning `main`
 * again while live objects keep what they have. Moves no branch. Throws `OutsideError`.
 */
export async function recover(repo: string, options: RecoverOptions): Promise<Recovery> {
  const { facts = noFacts, unread = [], planner, engine } = options
  const repository = await gitRepository({ repo })
  const clone = { repo, repository }
  const { branch, present, main } = await branchesOf(repository, options.main)
  const known = { branch, ...(present === undefined ? {} : { present }) }
  const { base, why } = await findBase(clone, { ...options, main, stateBranch: branch })
  const found = { ...known, ...(base && { base }), replayed: 0, compared: [], unread }
  const refused = why ?? whyNotFrom(base, options)
  if (refused !== undefined) return { ...found, refusals: [refused] }
  const beside = await besideOf(clone, options.scratch)
  const made = await targetOf(beside, { base, main, facts, planner, engine })
  if (made === undefined) return { ...found, refusals: [NO_PLAN] }
  const compared = compareStates({
    before: await booksAt(repository, present),
    base: await booksAt(repository, base?.commit),
    after: await booksAt(beside.repository, made.target),
    facts,
    isExact: made.target === base?.commit,
  })
  const moves = compared.filter(({ verdict }) => verdict === 'moves')
  const tree = await beside.repository.readState(made.target)
  const vanish = wouldVanish(tree, facts)
  const refusals = [
    ...(await lostIn(repo, { ...options, base, main, tree })),
    ...moves.map(({ claim, live, after = 'nothing' }) => {
      return `${claim} has ${live} in the cluster and would get ${after}`
    }),
    ...vanish.map((object) => `${object} is in the cluster and would be taken away`),
  ]
  return { ...found, ...made, compared, refusals }
}

async function besideOf(clone: Clone, scratch: string | undefined): Promise<Clone> {
  if (scratch === undefined) return clone
  return { repo: scratch, repository: await gitRepository({ repo: scratch }) }
}

/** Tips of both branches; that of the state may not be there. */
async function branchesOf(repository: Repository, name: string) {
  const branch = await stateBranchOf(repository, name)
  const tips = await repository.tips({ names: [name, branch], below: [] })
  const main = tips.get(name)
  if (main === undefined) throw outside(`there is no branch "${printable(name)}"`)
  return { branch, main, present: tips.get(branch) }
}

async function findBase(
  clone: Clone,
  { main, stateBranch, from, facts }: RecoverOptions & { readonly stateBranch: string },
): Promise<Chosen> {
  if (from === 'none') return { base: undefined }
  const candidates = await findCandidates({
    ...clone,
    stateBranch,
    main,
    ...(from === undefined ? {} : { from }),
    ...(facts?.commit === undefined ? {} : { applied: facts.commit }),
  })
  return chooseBase(candidates)
}

const NO_PLAN = `no commit of main can be planned by this version of Netclaim`

/** The copy itself, where it is as new as what the cluster has; else what planning from it gives. */
async function targetOf(
  clone: Clone,
  given: Replay,
): Promise<{ readonly target: string; readonly replayed: number } | undefined> {
  const { base, main, facts } = given
  if (base !== undefined && !isOlder(base, { main, facts }))
    return { target: base.commit, replayed: 0 }
  const { tip, planned } = await replay(clone, given)
  return tip === undefined ? undefined : { target: tip, replayed: planned.length }
}

/** May the cluster have something of a later state? Objects that do not say which state they are of may be of the last. */
function isOlder(
  { generation, source }: Candidate,
  { main, facts }: Pick<Replay, 'main' | 'facts'>,
): boolean {
  if (facts.generation !== undefined) return facts.generation > generation
  return facts.objects.length > 0 && source !== main
}
