import { firstParents } from '../../lib/adapters/git.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { Candidate } from '../../lib/pipeline/recover/choose-base.ts'
import { endReplay } from '../../lib/pipeline/recover/end-replay.ts'
import { asHolders, restart } from '../../lib/pipeline/recover/restart.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { build, type Planned, type Planner } from '../allocate/build.ts'
import { commitMessage } from '../allocate/commit-message.ts'

/** A repository of this machine, and the port to it. */
export interface Clone {
  readonly repo: string
  readonly repository: Repository
}

/** What is planned anew. */
export interface Replay {
  /** Absent: everything. */
  readonly base?: Candidate | undefined
  /** Tip of `main`. */
  readonly main: string
  readonly facts: Facts
  readonly planner: Planner
  readonly engine: string
}

/**
 * Plans the commits of `main` that the base does not know, each by itself, while every live object keeps its address and
 * nothing that was given back is free. Gives the last state commit; no branch knows of it.
 */
export async function replay(
  { repo, repository }: Clone,
  { base, main, facts, planner, engine }: Replay,
): Promise<{ readonly tip?: string; readonly planned: readonly Planned[] }> {
  const commits = await firstParents(repo, base?.source, main)
  const before =
    base === undefined ? new Map<string, string>() : await repository.readState(base.commit)
  const context = {
    repository,
    planner,
    engine,
    facts: { value: asHolders(facts), findings: [] },
    neverApplied: false,
    lived: true,
  }
  const from = {
    ...(base === undefined ? {} : { tip: base.commit }),
    state: restart(before, facts.generation ?? 0),
  }
  const steps = commits.map((source) => ({ occasion: 'commit', source }) as const)
  const { planned, base: end } = await build(context, from, steps, Infinity)
  const source = commits.at(-1)
  if (end.tip === undefined) return { planned }
  const changes = endReplay(end.state, facts)
  if (changes.size === 0 || source === undefined) return { tip: end.tip, planned }
  const message = commitMessage(source, 'commit', engine, [])
  const { seconds } = source
  return { tip: await repository.write({ parent: end.tip, changes, message, seconds }), planned }
}
