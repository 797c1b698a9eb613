import type { Answer, Answered, CommitStatus, Forge } from '../../ports/forge.ts'
import { OutsideError } from '../outside-error.ts'
import type { JobEvent } from './job-event.ts'

/** What was said in a job, for its log, its summary and its exit code. */
export interface JobReport {
  readonly answers: Answer[]
  readonly statuses: { readonly commit: string; readonly status: CommitStatus }[]
  /** What could not be said at the forge, a line each. */
  readonly notes: Set<string>
}

/** What a job's forge is made of. */
export interface JobForgeOptions {
  readonly event: JobEvent
  /** The forge's API; absent where the job has no token. */
  readonly api?: Forge
  /** What the jobs of checks answered, which the API alone cannot tell. */
  readonly answered?: (commit: string) => Promise<Answered | undefined>
  /** Brings the heads of pull requests, which are then compared by Git. */
  readonly bring: (numbers: readonly number[]) => Promise<void>
  readonly report: JobReport
}

/**
 * The forge as a job of GitHub Actions sees it: an answer is the job's own result, so it goes into the report and not to
 * the API. The pull request or merge group of the event is known without a call.
 *
 * What else is written goes through the API where the token may; where it may not, as for a fork, a note says so.
 */
export function jobForge({ event, api, answered, bring, report }: JobForgeOptions): Forge {
  const answeredOn = answered ?? (() => Promise.resolve(undefined))
  const say = (what: string, write: (forge: Forge) => Promise<void>) =>
    written(report, what, api === undefined ? undefined : () => write(api))
  return {
    async pullRequest(number) {
      const own = ofEvent(event)
      return own?.number === number ? own : api?.pullRequest(number)
    },
    async openPullRequests(base) {
      const open = (await api?.openPullRequests(base)) ?? []
      await bring(open.map(({ pullRequest }) => pullRequest.number))
      const waiting = []
      for (const { pullRequest } of open) {
        const last = await answeredOn(pullRequest.head)
        waiting.push({ pullRequest, ...(last === undefined ? {} : { answered: last }) })
      }
      return waiting
    },
    async pullRequestsOf(commit) {
      const own = ofEvent(event)
      return own?.head === commit ? [own.number] : ((await api?.pullRequestsOf(commit)) ?? [])
    },
    async mergeGroups(base) {
      const own = event.kind === 'merge_group' && event.branch === base ? [event.head] : []
      return own.length > 0 ? own : ((await api?.mergeGroups(base)) ?? [])
    },
    answered: answeredOn,
    // The job itself shows that it is at work.
    begin: () => Promise.resolve(),
    answer(answer) {
      report.answers.push(answer)
      return Promise.resolve()
    },
    setStatus(commit, status) {
      report.statuses.push({ commit, status })
      return say('commit statuses', (forge) => forge.setStatus(commit, status))
    },
    statuses: async (commit) => (await api?.statuses(commit)) ?? [],
    comment: (number, mark, markdown) =>
      say('comments', (forge) => forge.comment(number, mark, markdown)),
    commentOnCommit: (commit, mark, markdown, options) =>
      say('comments', (forge) => forge.commentOnCommit(commit, mark, markdown, options)),
    propose(proposal) {
      if (api !== undefined) return api.propose(proposal)
      const message = 'no pull request is opened: the job has no token'
      throw new OutsideError(message, { system: 'actions', retryable: false })
    },
  }
}

function ofEvent(event: JobEvent) {
  return event.kind === 'pull_request' ? event.pullRequest : undefined
}

/** Does it, or notes that it may not be done; throws what a later attempt can mend. */
async function written(
  { notes }: JobReport,
  what: string,
  write: (() => Promise<void>) | undefined,
): Promise<void> {
  if (write === undefined) {
    notes.add(`no ${what} are written: the job has no token`)
    return
  }
  try {
    await write()
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    notes.add(`no ${what} are written: ${error.message}`)
  }
}
