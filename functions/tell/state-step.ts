import type { Repository } from '../../lib/ports/repository.ts'
import { readStateHeader, type StateHeader } from '../allocate/state-header.ts'

/** One commit of the state branch, and the one before it. */
export interface StateStep {
  readonly commit: string
  readonly header: StateHeader
  readonly parent: string
  readonly before: StateHeader
}

/** The last commits of the state branch that have a parent, the newest first, at most `limit`. */
export async function* stateSteps(
  repository: Repository,
  tip: string,
  limit: number,
): AsyncGenerator<StateStep> {
  let commit = tip
  let header = await headerOf(repository, commit)
  for (let count = 0; count < limit && header !== undefined; count += 1) {
    const { parent } = await repository.commit(commit)
    if (parent === undefined) return
    const before = await headerOf(repository, parent)
    if (before === undefined) return
    yield { commit, header, parent, before }
    commit = parent
    header = before
  }
}

/** What `state.yaml` of a state commit says; undefined where it is none of ours. */
export async function headerOf(
  repository: Repository,
  commit: string,
): Promise<StateHeader | undefined> {
  const files = await (await repository.snapshot(commit)).read(['state.yaml'])
  const entry = files.get('state.yaml')
  return entry?.kind === 'text' ? readStateHeader(new Map([['state.yaml', entry.text]])) : undefined
}
