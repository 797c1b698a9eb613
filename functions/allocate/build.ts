import type { Tree } from '../../lib/domain/document.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked, Finding } from '../../lib/domain/finding.ts'
import type { CommitPlan, CommitRequest } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { Repository, SourceCommit } from '../../lib/ports/repository.ts'
import { celFor } from '../cel-for.ts'
import { commitMessage, type Occasion } from './commit-message.ts'
import { type ObservedAt, planTime } from './plan-time.ts'
import { readStateHeader } from './state-header.ts'
import { type TextChange, treeChanges } from './tree-changes.ts'

/** The pure functions that decide; `allocate` itself decides nothing. */
export interface Planner {
  readonly plan: (request: CommitRequest) => CommitPlan
  /** What is wrong with a state tree as it was read from its branch. */
  readonly checkState?: (state: StateTree) => readonly Finding[]
  /** `observed/<cluster>.yaml` → text; `gone`: uids of clusters that nobody hears any more. */
  readonly readFacts: (
    files: ReadonlyMap<string, string>,
    gone?: readonly string[],
  ) => Checked<Facts>
}

/** One thing to plan, by itself. */
export interface Step {
  readonly occasion: Occasion
  readonly source: SourceCommit
  /** What time it is at least, in seconds since 1970. */
  readonly time?: number
}

/** What came of one step. */
export interface Planned extends Step {
  /** The state commit; absent when the plan said that nothing may be committed, or nothing changed. */
  readonly commit?: string
  readonly findings: readonly Finding[]
  /** Files of the state tree that this commit writes or removes. */
  readonly changes: ReadonlyMap<string, TextChange>
}

/** Where the next state commit goes on from. */
export interface Base {
  /** Absent: the branch does not exist, and its first commit is an orphan. */
  readonly tip?: string
  readonly state: StateTree
  /** The tree of `main` that the state was planned for; absent: not read. */
  readonly tree?: Tree
}

/** What does not change from step to step. */
export interface Context {
  readonly repository: Repository
  readonly planner: Planner
  readonly engine: string
  readonly facts: Checked<Facts>
  readonly neverApplied: boolean
  /** All of it was planned once already, and the facts are of long after. */
  readonly lived?: boolean
  /** Absent: nobody knows, and the commits of main are all there is to tell the time by. */
  readonly observedAt?: ObservedAt
}

/** Steps that are planned and written, and where they lead; no branch knows of them yet. */
export interface Built {
  readonly planned: readonly Planned[]
  readonly base: Base
  /** Steps of the list that were not looked at, since enough commits were made. */
  readonly more: boolean
}

/**
 * Plans steps one by one, each on the state that the one before left, and writes a commit for each.
 *
 * A step whose plan may not be committed is passed over: a later one may repair what froze it.
 */
export async function build(
  context: Context,
  from: Base,
  steps: readonly Step[],
  limit: number,
): Promise<Built> {
  const planned: Planned[] = []
  let base = from
  let commits = 0
  for (const step of steps) {
    if (commits === limit) return { planned, base, more: true }
    const result = await planStep(context, base, step)
    planned.push(result.planned)
    if (result.base === undefined) continue
    base = result.base
    commits += 1
  }
  return { planned, base, more: false }
}

async function planStep(
  { repository, planner, engine, facts, neverApplied, lived = false, observedAt }: Context,
  base: Base,
  step: Step,
): Promise<{ planned: Planned; base?: Base }> {
  const { source, occasion, time = 0 } = step
  const head = await repository.readTree(source.id)
  const plan = planner.plan({
    ...(await celFor(head, base.tree)),
    head,
    state: base.state,
    ...(base.tree === undefined || occasion !== 'commit' ? {} : { previous: base.tree }),
    facts: facts.value,
    source: source.id,
    engine,
    time: Math.max(time, await planTime(source, head, observedAt)),
    neverApplied,
    lived,
  })
  const { tree, commit: mayCommit } = plan
  const findings = [...facts.findings, ...plan.findings]
  const changes = mayCommit ? treeChanges(base.state, tree) : new Map<string, TextChange>()
  if (!isWorthwhile(occasion, base.state, tree, changes))
    return { planned: { ...step, findings, changes: new Map() } }
  if (readStateHeader(tree)?.source !== source.id)
    throw new Error(`the plan for ${source.id} does not say so in state.yaml`)

  const commit = await repository.write({
    ...(base.tip === undefined ? {} : { parent: base.tip }),
    changes: new Map([...changes].map(([path, { after }]) => [path, after])),
    message: commitMessage(source, occasion, engine, findings),
    seconds: Math.max(time, source.seconds),
  })
  return {
    planned: { ...step, commit, findings, changes },
    base: { tip: commit, state: tree, tree: head },
  }
}

/** Facts that were used already, and what frees nothing, are not counted as a plan. */
function isWorthwhile(
  occasion: Occasion,
  before: StateTree,
  after: StateTree,
  changes: ReadonlyMap<string, TextChange>,
): boolean {
  if (occasion === 'never-applied' || occasion === 'rest')
    return [...changes.keys()].some((path) => path !== 'state.yaml')
  if (occasion === 'facts')
    return changes.size > 0 && readStateHeader(before)?.facts !== readStateHeader(after)?.facts
  return changes.size > 0
}
