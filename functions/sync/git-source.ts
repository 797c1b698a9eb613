import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { appliedByOf } from '../../lib/pipeline/appliers/applied-by.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { AppliedRecord, Candidate } from '../../lib/pipeline/sync/verify-state.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { stateBranchAt } from '../allocate/state-branch.ts'
import { readStateHeader } from '../allocate/state-header.ts'
import { noStateBranch, refusal } from '../allocate/state-refusals.ts'
import type { Fetched, StateSource } from './state-source.ts'

export interface GitSourceOptions {
  /** The branch of the claims. */
  readonly main: string
  /** A commit, instead of the tip of the state branch. */
  readonly commit?: string
}

/** What a round found, and all that it rests on: the names of commits say everything else. */
interface Seen {
  readonly branch: string
  readonly commit: string
  readonly mainTip: string
  readonly applied: string | undefined
  readonly fetched: Fetched
}

/**
 * The state branch of a repository. What was read already is not read again: while no branch moves, a round asks for the
 * tips alone. While a forge is away, the state that was applied last is the latest, as far as a mirror has it.
 */
export function gitSource(
  repository: Repository,
  { main, commit: wanted }: GitSourceOptions,
): StateSource {
  let read: { readonly commit: string; readonly texts: StateTree } | undefined
  async function fetched(
    commit: string,
    {
      mainTip,
      applied,
    }: { readonly mainTip?: string; readonly applied?: AppliedRecord | undefined },
  ): Promise<Fetched> {
    if (read?.commit !== commit) read = { commit, texts: await repository.readState(commit) }
    const { texts } = read
    const source = readStateHeader(texts)?.source
    const planned = source ?? mainTip
    if (planned === undefined) throw refusal(`state ${printable(commit)} names no commit of main`)
    return {
      candidate: await candidateOf(repository, { commit, texts, source, mainTip }, applied),
      texts,
      settings: await settingsAt(repository, planned, texts),
    }
  }
  let seen: Seen | undefined
  async function newest(applied: AppliedRecord | undefined): Promise<Fetched> {
    const likely = seen?.branch ?? defaultSettings.state.branch
    const tips = await tipsWith(likely)
    const { mainTip } = tips
    if (mainTip === undefined) throw refusal(`there is no branch "${printable(main)}"`)
    const isSame = (one: Seen) =>
      one.mainTip === mainTip && one.commit === tips.commit && one.applied === applied?.commit
    if (seen !== undefined && isSame(seen)) return seen.fetched
    const branch = await stateBranchAt(repository, { main, commit: mainTip })
    const { commit } = branch === likely ? tips : await tipsWith(branch)
    if (commit === undefined) throw noStateBranch(branch)
    const found = { ...(await fetched(commit, { mainTip, applied })), branch }
    seen = { branch, commit, mainTip, applied: applied?.commit, fetched: found }
    return found
  }
  async function tipsWith(branch: string) {
    const tips = await repository.tips({ names: [main, branch], below: [] })
    return { mainTip: tips.get(main), commit: wanted ?? tips.get(branch) }
  }
  return {
    async latest(applied) {
      try {
        return await newest(applied)
      } catch (error) {
        if (!isAway(error) || applied === undefined || wanted !== undefined) throw error
        return { ...(await fetched(applied.commit, { applied })), away: error.message }
      }
    },
  }
}

/** The repository cannot be asked now, and says nothing: what was applied last is still what was wanted last. */
function isAway(error: unknown): error is OutsideError {
  return error instanceof OutsideError && error.retryable
}

interface Found {
  readonly commit: string
  readonly texts: StateTree
  readonly source: string | undefined
  readonly mainTip: string | undefined
}

async function candidateOf(
  repository: Repository,
  { commit, texts, source, mainTip }: Found,
  applied: AppliedRecord | undefined,
): Promise<Candidate> {
  const isAncestor = applied && (await isIn(repository, applied.commit, commit))
  const news =
    applied !== undefined && isAncestor === true && applied.commit !== commit
      ? await repository.firstParents(applied.commit, commit)
      : [await repository.commit(commit)]
  return {
    commit,
    generation: generationOf(texts),
    source,
    news,
    ...(isAncestor === undefined ? {} : { appliedIsAncestor: isAncestor }),
    ...(source === undefined || mainTip === undefined
      ? {}
      : { sourceIsInMain: await isIn(repository, source, mainTip) }),
  }
}

/** Nearly always they are the same. */
async function isIn(repository: Repository, older: string, newer: string): Promise<boolean> {
  return older === newer || repository.isAncestor(older, newer)
}

/** The generation in `state.yaml`; 0 where it names none. */
export function generationOf(texts: StateTree): number {
  return Number(/^generation: (\d{1,15})$/m.exec(texts.get('state.yaml') ?? '')?.[1] ?? 0)
}

/**
 * What cannot be read of them is at its default, and who applies is as the state shows it: nobody who breaks netclaim.yaml
 * loosens a brake, or has two apply at once.
 */
async function settingsAt(
  repository: Repository,
  commit: string,
  state: StateTree,
): Promise<Fetched['settings']> {
  const files = await (await repository.snapshot(commit)).read(['netclaim.yaml'])
  const { settings } = readTree(files).value
  return settings.appliedBy === 'netclaim'
    ? { ...settings, appliedBy: appliedByOf(state) }
    : settings
}
