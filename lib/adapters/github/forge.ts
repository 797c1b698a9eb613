import type { Octokit } from '@octokit/rest'
import type { Clock } from '../../ports/clock.ts'
import type { Forge } from '../../ports/forge.ts'
import { answerRun, beginRun } from './answer.ts'
import { type CheckRun, findRun, toAnswered } from './check-run.ts'
import { commitThread, keepComment, pullRequestThread, readViewer } from './comments.ts'
import { propose } from './propose.ts'
import {
  readMergeGroups,
  readOpenPullRequests,
  readPullRequest,
  readPullRequestsOf,
} from './pull-requests.ts'
import { setStatus, statusReader } from './statuses.ts'

export interface GitHubForgeOptions {
  /** Made by `githubClient`. */
  readonly octokit: Octokit
  readonly owner: string
  readonly repo: string
  /** The app that writes our check runs: those of another app are not ours, whatever their name. */
  readonly appId?: number
  readonly clock: Clock
}

/** GitHub beyond its Git. */
export function githubForge(options: GitHubForgeOptions): Forge {
  const begun = new Map<string, CheckRun>()
  /** Looked up a moment ago, for who begins next. */
  const looked = new Map<string, CheckRun | undefined>()
  let viewer: Promise<string> | undefined

  async function ourName(): Promise<string> {
    viewer ??= readViewer(options)
    try {
      return await viewer
    } catch (error) {
      viewer = undefined
      throw error
    }
  }

  return {
    pullRequest: (number) => readPullRequest(options, number),
    openPullRequests: (base) => readOpenPullRequests(options, base),
    pullRequestsOf: (commit) => readPullRequestsOf(options, commit),
    mergeGroups: (base) => readMergeGroups(options, base),
    async answered(commit) {
      const run = await findRun(options, commit)
      looked.set(commit, run)
      return run && toAnswered(run)
    },
    async begin(commit, key) {
      const found = looked.has(commit) ? looked.get(commit) : await findRun(options, commit)
      looked.delete(commit)
      const own = begun.get(commit)
      begun.delete(commit)
      begun.set(commit, await beginRun(options, { sha: commit, key, found, own }))
    },
    async answer(answer) {
      const run = begun.get(answer.sha)
      begun.delete(answer.sha)
      looked.delete(answer.sha)
      await answerRun(options, answer, run)
    },
    setStatus: (commit, status) => setStatus(options, commit, status),
    statuses: statusReader(options),
    async comment(pullRequest, mark, markdown) {
      await keepComment(pullRequestThread(options, pullRequest), await ourName(), {
        mark,
        markdown,
      })
    },
    async commentOnCommit(commit, mark, markdown, { over = false } = {}) {
      await keepComment(commitThread(options, commit), await ourName(), { mark, markdown, over })
    },
    propose: (proposal) => propose(options, proposal),
  }
}
