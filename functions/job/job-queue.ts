import type { CheckJobs } from '../../lib/adapters/actions/check-jobs.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Forge } from '../../lib/ports/forge.ts'
import type { JobQueue } from '../../lib/ports/job-queue.ts'

/** Runs that one job starts again: what is left is for the next sweep. */
const MAX_RERUNS = 100
/** Between two writes, as GitHub advises. */
const GAP_MS = 1_000
/** A check takes some seconds; one that is at work may have read main before it moved. */
const WAITS_MS = [5_000, 10_000, 20_000]

/** What follows from what a function did, to be done by this job or by those of the checks. */
export interface FollowUp extends JobQueue {
  /** Allocation was asked for; asking takes it back. */
  takeAllocate(): boolean
  /** Starts the checks again that were asked for. `note` gets a line for each that could not be. */
  recheck(note: (line: string) => void): Promise<number>
}

/** Collects jobs until the function is done. */
export function followUp(options: {
  readonly forge: Pick<Forge, 'pullRequest'>
  readonly checkJobs?: CheckJobs
  readonly clock: Clock
}): FollowUp {
  const { forge, checkJobs, clock } = options
  const commits = new Set<string>()
  const numbers = new Set<number>()
  let allocate = false
  return {
    send(jobs) {
      for (const job of jobs) {
        if (job.kind === 'allocate') allocate = true
        if (job.kind === 'pull-request') numbers.add(job.number)
        if (job.kind === 'merge-group') commits.add(job.head)
      }
      return Promise.resolve()
    },
    takeAllocate() {
      const wanted = allocate
      allocate = false
      return wanted
    },
    async recheck(note) {
      for (const number of [...numbers].toSorted((a, b) => a - b)) {
        const head = (await forge.pullRequest(number))?.head
        if (head !== undefined) commits.add(head)
      }
      if (commits.size > 0 && checkJobs === undefined)
        note(`${commits.size} checks are to be run again, and the job has no token`)
      if (commits.size > MAX_RERUNS)
        note(`${commits.size - MAX_RERUNS} checks are left for the next sweep`)
      let again = 0
      for (const commit of checkJobs === undefined ? [] : [...commits].slice(0, MAX_RERUNS))
        if (await restarted(checkJobs, commit, clock, note)) again += 1
      return again
    },
  }
}

async function restarted(
  checkJobs: CheckJobs | undefined,
  commit: string,
  clock: Clock,
  note: (line: string) => void,
): Promise<boolean> {
  try {
    for (const wait of [...WAITS_MS, 0]) {
      const done = await checkJobs?.rerun(commit)
      if (done !== 'running') {
        if (done !== 'again') note(`${commit} has no check that could be run again`)
        await clock.pause(GAP_MS)
        return done === 'again'
      }
      if (wait > 0) await clock.pause(wait)
    }
    note(`the check of ${commit} is at work still, and may have read an older main`)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    note(`the check of ${commit} was not run again: ${printable(error.message, 400)}`)
  }
  return false
}
