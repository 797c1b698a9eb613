import { loggedCommits } from '../../lib/adapters/git/file-history.ts'
import { readFilesAt } from '../../lib/adapters/git/read-files.ts'
import { type Copy, copiesOf, independent } from '../../lib/adapters/git/state-copies.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { readStateStep } from '../../lib/pipeline/history/state-step.ts'
import type { Candidate } from '../../lib/pipeline/recover/choose-base.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { statePath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { readStateHeader } from '../allocate/state-header.ts'

/** Where to look for copies, and what to hold them against. */
export interface Searched {
  readonly repo: string
  readonly repository: Repository
  readonly stateBranch: string
  /** Tip of `main`. */
  readonly main: string
  /** The only copy that counts, as a person named it. */
  readonly from?: string
  /** The state commit that a cluster applied last. */
  readonly applied?: string
}

/** The good commits of all copies in this clone; none has another in its history. */
export async function findCandidates(searched: Searched): Promise<readonly Candidate[]> {
  const { repo, stateBranch, from } = searched
  const copies =
    from === undefined
      ? await statesAmong(repo, await copiesOf(repo, stateBranch))
      : [{ commit: from, where: '--from' }]
  // What lies behind another copy is found on the way back from that one.
  const tips = new Set(await independentOf(repo, copies))
  const found = new Map<string, Candidate>()
  for (const copy of copies.filter(({ commit }) => tips.has(commit))) {
    const candidate = await candidateOf(searched, copy)
    if (candidate !== undefined && !found.has(candidate.commit))
      found.set(candidate.commit, candidate)
  }
  const best = new Set(await independentOf(repo, [...found.values()]))
  return [...found.values()].filter(({ commit }) => best.has(commit))
}

function independentOf(
  repo: string,
  some: readonly { readonly commit: string }[],
): Promise<readonly string[]> {
  return independent(
    repo,
    some.map(({ commit }) => commit),
  )
}

/** Those that hold a state: a reflog, and what nothing refers to, hold anything. */
async function statesAmong(repo: string, copies: readonly Copy[]): Promise<readonly Copy[]> {
  const files = copies.map(({ commit }) => ({ commit, path: statePath }))
  const texts = await readFilesAt(repo, files)
  return copies.filter(({ where }, n) => where.startsWith('refs/') || isState(texts[n]))
}

function isState(text: string | undefined): boolean {
  return text !== undefined && readStateHeader(new Map([[statePath, text]])) !== undefined
}

/** The last commit of a copy that Netclaim wrote and that is sound; undefined where there is none. */
async function candidateOf(
  { repo, repository, main, applied }: Searched,
  { commit: tip, where }: Copy,
): Promise<Candidate | undefined> {
  const passedOver: Candidate['passedOver'][number][] = []
  for (const logged of await loggedCommits(repo, tip)) {
    const commit = logged.id
    const isOurs = readStateStep(logged).occasion !== 'by-hand'
    const good = isOurs ? await soundAt(repository, commit) : 'somebody else wrote it'
    if (typeof good === 'string') {
      passedOver.push({ commit, why: good })
      continue
    }
    return {
      commit,
      ...good,
      where,
      passedOver,
      isOfMain: await repository.isAncestor(good.source, main),
      ...(applied === undefined
        ? {}
        : { hasApplied: await repository.isAncestor(applied, commit) }),
    }
  }
  return undefined
}

type Sound = Pick<Candidate, 'generation' | 'source' | 'cluster'>

/** What a sound state says of itself; or why it is not sound. */
async function soundAt(repository: Repository, commit: string): Promise<Sound | string> {
  try {
    const texts = await repository.readState(commit)
    const [damage] = readState(texts, 'whole').findings
    const header = readStateHeader(texts)
    if (damage !== undefined) return damage.message
    if (header === undefined) return 'it has no readable state.yaml'
    const { source, generation = 0, cluster } = header
    return { source, generation, ...(cluster === undefined ? {} : { cluster }) }
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    return printable(error.message)
  }
}
