import type { Clock } from '../lib/ports/clock.ts'
import type { Forge } from '../lib/ports/forge.ts'
import type { JobQueue } from '../lib/ports/job-queue.ts'
import type { Repository } from '../lib/ports/repository.ts'

/** What a function is given: one claims repository on its forge, and nothing of the host that it runs on. */
export interface Context {
  /** As the forge names it: `owner/name`. */
  readonly name: string
  /** Its Git. */
  readonly repository: Repository
  /** All else of it. */
  readonly forge: Forge
  /** Takes what is to be done after this. */
  readonly queue: JobQueue
  readonly clock: Clock
  /** Version of this program. */
  readonly engine: string
  /** The branch of the claims, `main`. */
  readonly main: string
  /** Clusters that are to report, beside those that push facts. */
  readonly clusters?: readonly string[]
}
