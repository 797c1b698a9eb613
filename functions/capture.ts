import { outside } from '../lib/adapters/git/git.ts'
import { zeroId } from '../lib/adapters/git/refs.ts'
import { gitRepository } from '../lib/adapters/git.ts'
import type { Entry, Tree } from '../lib/domain/document.ts'
import { printable } from '../lib/domain/printable.ts'
import { type Capture, capture } from '../lib/pipeline/capture/capture.ts'
import { commitMessage } from '../lib/pipeline/capture/commit-message.ts'
import { check } from '../lib/pipeline/check.ts'
import type { CheckResult } from '../lib/pipeline/check-request.ts'
import { factsFromLists } from '../lib/pipeline/facts/facts-from-lists.ts'
import type { Lists } from '../lib/pipeline/facts/lists.ts'
import { celFor } from './cel-for.ts'
import { openHistory } from './history/open-history.ts'

/** What is captured, and where to. */
export interface CaptureOptions {
  readonly repo: string
  /** The branch of the claims (default `main`; of a bare repository, that of its HEAD). */
  readonly branch?: string | undefined
  /** What the cluster has. */
  readonly lists: Lists
  readonly engine: string
  /** Whether the branch is made. */
  readonly write: boolean
}

/** What a capture found, and what a check says of it. */
export interface CaptureResult extends Capture {
  /** `netclaim/capture-0123456789ab`: the branch for a pull request. */
  readonly branch: string
  /** Its commit, where it was made. */
  readonly commit?: string
  /** Absent where there is nothing to check. */
  readonly checked?: CheckResult
}

/**
 * What was changed by hand in a cluster as a branch beside main, checked on what the cluster has. Never writes to main, nor
 * to the cluster. Throws `OutsideError` where the branch is there already with something else.
 */
export async function captureHands(options: CaptureOptions): Promise<CaptureResult> {
  const { repo, lists, engine } = options
  const { main, tip } = await openHistory(repo, { branch: options.branch })
  const repository = await gitRepository({ repo })
  const state = await repository.readState(tip)
  const base = await repository.readTree(main)
  const found = capture({ main: base, state, lists })
  const branch = `netclaim/capture-${tip.slice(0, 12)}`
  if (found.files.size === 0) return { ...found, branch }
  const head = withFiles(base, found.files)
  const { value: facts } = factsFromLists(lists)
  const checked = check({ head, base, state, facts, engine, ...(await celFor(head, base)) })
  if (!options.write) return { ...found, branch, checked }
  const { seconds } = await repository.commit(main)
  const message = commitMessage(found.captured, tip)
  const commit = await repository.write({ parent: main, changes: found.files, message, seconds })
  if (!(await repository.move(branch, commit, zeroId(commit)))) {
    const there = await repository.tips({ names: [branch], below: [] })
    if (there.get(branch) !== commit)
      throw outside(`branch "${printable(branch)}" is there already: rename or remove it first`)
  }
  return { ...found, branch, commit, checked }
}

function withFiles(base: Tree, files: ReadonlyMap<string, string>): Tree {
  const edited = [...files].map(([path, text]): [string, Entry] => [path, { kind: 'text', text }])
  return new Map([...base, ...edited])
}
