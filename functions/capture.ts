import type { Entry, Tree } from '../lib/domain/document.ts'
import { type Capture, capture } from '../lib/pipeline/capture/capture.ts'
import { commitMessage, titleOf } from '../lib/pipeline/capture/commit-message.ts'
import { check } from '../lib/pipeline/check.ts'
import type { CheckResult } from '../lib/pipeline/check-request.ts'
import { factsFromLists } from '../lib/pipeline/facts/facts-from-lists.ts'
import type { Lists } from '../lib/pipeline/facts/lists.ts'
import type { Forge, Proposed } from '../lib/ports/forge.ts'
import { captureMarkdown } from '../lib/summary/capture-markdown.ts'
import { keepBranch } from './capture/keep-branch.ts'
import type { CapturePlace } from './capture/place.ts'
import { celFor } from './cel-for.ts'

/** The branch of a capture: there is one, so that there is one pull request. */
export const captureBranch = 'netclaim/capture'

/** What is captured, and where to. */
export interface CaptureOptions {
  readonly place: CapturePlace
  /** What the cluster has. */
  readonly lists: Lists
  readonly engine: string
  /** Whether the branch is made. */
  readonly write: boolean
  /** Where the pull request is opened; absent: there is none. */
  readonly forge?: Forge | undefined
}

/** What became of the pull request. `idle`: it is open, and nothing of it is by hand any more. */
export type CapturePull =
  | Proposed
  | { readonly number: number; readonly url?: undefined; readonly outcome: 'idle' }

/** What a capture found, and what a check says of it. */
export interface CaptureResult extends Capture {
  /** The branch for a pull request. */
  readonly branch: string
  /** Its commit, where it was made. */
  readonly commit?: string
  readonly pull?: CapturePull
  /** Absent where there is nothing to check. */
  readonly checked?: CheckResult
}

/**
 * What was changed by hand in a cluster as a branch beside main, checked on what the cluster has, and as the one pull request
 * from that branch. Never writes to main, nor to the cluster. Throws `OutsideError` where the branch holds what is not ours.
 */
export async function captureHands(options: CaptureOptions): Promise<CaptureResult> {
  const { place, lists, engine, forge } = options
  const { repository, main, state: tip } = place
  const branch = captureBranch
  const state = await repository.readState(tip)
  const base = await repository.readTree(main.commit)
  const found = capture({ main: base, state, lists })
  if (found.files.size === 0) {
    const pull = await openFrom(forge, { branch, base: main.name })
    return { ...found, branch, ...(pull === undefined ? {} : { pull }) }
  }
  const head = withFiles(base, found.files)
  const { value: facts } = factsFromLists(lists)
  const checked = check({ head, base, state, facts, engine, ...(await celFor(head, base)) })
  if (!options.write) return { ...found, branch, checked }
  const message = commitMessage(found.captured, tip, found.files)
  const wanted = { branch, main: main.commit, files: found.files, message }
  const commit = await keepBranch(repository, wanted)
  if (forge === undefined) return { ...found, branch, commit, checked }
  const title = titleOf(found.captured)
  const text = captureMarkdown(found)
  const pull = await forge.propose({ branch, head: commit, base: main.name, title, text })
  return { ...found, branch, commit, pull, checked }
}

/** The pull request that is open from the branch, of which nothing is left. */
async function openFrom(
  forge: Forge | undefined,
  { branch, base }: { readonly branch: string; readonly base: string },
): Promise<CapturePull | undefined> {
  const open = (await forge?.openPullRequests(base)) ?? []
  const own = open.find(({ pullRequest: one }) => one.branch === branch && !one.isFork)
  return own && { number: own.pullRequest.number, outcome: 'idle' }
}

function withFiles(base: Tree, files: ReadonlyMap<string, string>): Tree {
  const edited = [...files].map(([path, text]): [string, Entry] => [path, { kind: 'text', text }])
  return new Map([...base, ...edited])
}
