import { git, outside } from '../lib/adapters/git/git.ts'
import { zeroId } from '../lib/adapters/git/refs.ts'
import { gitRepository } from '../lib/adapters/git.ts'
import { noFacts } from '../lib/domain/facts.ts'
import { printable } from '../lib/domain/printable.ts'
import { build, type Planned, type Planner } from './allocate/build.ts'
import { observedPrefix } from './allocate/observed.ts'
import { stateBranchOf } from './allocate/state-branch.ts'

/** Whose plan, and which branch holds the claims (default `main`). */
export interface MakeStateOptions {
  readonly planner: Planner
  readonly engine: string
  readonly main?: string
}

/**
 * Makes the state branch of a local repository: an orphan commit with the first plan of the tip of main.
 *
 * Throws `OutsideError` where main holds no claims, where there is a state branch already, here or as a remote's, and where a
 * cluster has reported: then a state was lost, and an empty ledger would give its addresses again.
 */
export async function makeState(repo: string, options: MakeStateOptions): Promise<Planned> {
  const { planner, engine, main = 'main' } = options
  const repository = await gitRepository({ repo })
  const state = await stateBranchOf(repository, main)
  const tips = await repository.tips({ names: [main, state], below: [observedPrefix] })
  const tip = tips.get(main)
  if (tip === undefined) throw outside(`there is no branch "${printable(main)}"`)
  if (tips.has(state))
    throw outside(
      `branch "${printable(state)}" is there already: netclaim allocate goes on from it`,
    )
  await requireNoneOnRemotes(repo, state)
  if ([...tips.keys()].some((branch) => branch.startsWith(observedPrefix)))
    throw outside(
      `a cluster has reported to this repository, so its state was lost: push it back from a clone that has it, or let netclaim recover make it again`,
    )
  if ((await repository.readTree(tip)).size === 0)
    throw outside(
      `branch "${printable(main)}" holds no claims: netclaim init makes a repository in a new folder`,
    )
  const context = {
    repository,
    planner,
    engine,
    facts: { value: noFacts, findings: [] },
    neverApplied: false,
  }
  const step = { occasion: 'commit', source: await repository.commit(tip) } as const
  const { planned } = await build(context, { state: new Map() }, [step], 1)
  const [first] = planned
  if (first === undefined) throw new Error('a step without a plan')
  if (first.commit !== undefined && !(await repository.move(state, first.commit, zeroId(tip))))
    throw outside(`branch "${printable(state)}" was made by someone else meanwhile`, true)
  return first
}

async function requireNoneOnRemotes(repo: string, state: string): Promise<void> {
  const refs = await git(repo, ['for-each-ref', '--format=%(refname)', '--', 'refs/remotes/'])
  const ref = refs
    .toString('utf8')
    .split('\n')
    .find((name) => name.split('/').slice(3).join('/') === state)
  if (ref === undefined) return
  const branch = printable(state)
  throw outside(
    `the remote has a branch "${branch}" already: git branch ${branch} ${printable(ref)} takes it over`,
  )
}
