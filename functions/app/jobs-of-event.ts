import * as z from 'zod'
import { forgeDifferences } from '../../lib/adapters/forge-differences.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { observedPrefix } from '../allocate/observed.ts'

/** Which events concern us. */
export interface Watched {
  /** `owner/name` of each repository, as it is configured. */
  readonly repositories: readonly string[]
  /** The branch of the claims, `main`. */
  readonly main: string
  /** Id of our own app: only its check runs can be asked for again. Absent: we are no app. */
  readonly appId?: number
}

/** 40 digits of SHA-1, or 64 of SHA-256. */
const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const GONE = /^0+$/

/** Of every event; a repository's, or of none at all (`ping` of an app, `installation`). */
const Origin = z.object({ repository: z.object({ full_name: z.string() }).optional() })

const PullRequestEvent = z.object({
  action: z.string(),
  number: z.int().positive(),
  // GitHub tells a new base as `base`, Gitea as `ref`.
  changes: z.object({ base: z.unknown().optional(), ref: z.unknown().optional() }).optional(),
})

const MergeGroupEvent = z.object({
  action: z.string(),
  merge_group: z.object({ head_sha: Sha, base_sha: Sha, base_ref: z.string() }),
})

const PushEvent = z.object({ ref: z.string(), after: Sha })

/** Its list of pull requests is empty for a fork's, so the commit is what to go by. */
const Asked = z.object({
  head_sha: Sha,
  app: z.object({ id: z.number() }).nullish(),
})
const CheckRunEvent = z.object({ action: z.string(), check_run: Asked })
const CheckSuiteEvent = z.object({ action: z.string(), check_suite: Asked })

/** What one kind of event asks for. Throws `ZodError` for an event that has not its form. */
type Reader = (payload: unknown, repository: string, watched: Watched) => readonly Job[]

/** Names of GitHub; Gitea took over those that it has. */
const readers: Readonly<Record<string, Reader>> = {
  pull_request: ofPullRequest,
  merge_group: ofMergeGroup,
  push: ofPush,
  check_run(payload, repository, watched) {
    const { action, check_run } = CheckRunEvent.parse(payload)
    return /^(?:rerequested|requested_action)$/.test(action)
      ? ofAsked(check_run, repository, watched)
      : []
  },
  check_suite(payload, repository, watched) {
    const { action, check_suite } = CheckSuiteEvent.parse(payload)
    return action === 'rerequested' ? ofAsked(check_suite, repository, watched) : []
  },
}

/**
 * The jobs that an event asks for: none for one that does not concern us. Nothing of it is believed but
 * its ids; each job reads again what they stand for.
 *
 * Undefined for an event that has not the form of its kind.
 */
export function jobsOfEvent(
  event: string,
  payload: unknown,
  watched: Watched,
): readonly Job[] | undefined {
  const reader = Object.hasOwn(readers, event) ? readers[event] : undefined
  if (reader === undefined) return []
  const origin = Origin.safeParse(payload)
  if (!origin.success) return undefined
  const repository = watchedName(origin.data.repository?.full_name, watched)
  if (repository === undefined) return []
  try {
    return reader(payload, repository, watched)
  } catch (error) {
    if (error instanceof z.ZodError) return undefined
    throw error
  }
}

/** As configured: forges take names in any case, and two spellings must not be two queues. */
function watchedName(name: string | undefined, { repositories }: Watched): string | undefined {
  const lower = name?.toLowerCase()
  return repositories.find((one) => one.toLowerCase() === lower)
}

const CHECKED: ReadonlySet<string> = new Set([
  'opened',
  'reopened',
  'ready_for_review',
  ...Object.values(forgeDifferences).map(({ webhook }) => webhook.newHead),
])

function ofPullRequest(payload: unknown, repository: string): readonly Job[] {
  const { action, number, changes } = PullRequestEvent.parse(payload)
  const isRetargeted =
    action === 'edited' && (changes?.base !== undefined || changes?.ref !== undefined)
  if (!CHECKED.has(action) && !isRetargeted) return []
  return [{ kind: 'pull-request', repository, number }]
}

function ofMergeGroup(payload: unknown, repository: string, { main }: Watched): readonly Job[] {
  const { action, merge_group: group } = MergeGroupEvent.parse(payload)
  if (action !== 'checks_requested' || group.base_ref !== `refs/heads/${main}`) return []
  return [{ kind: 'merge-group', repository, base: group.base_sha, head: group.head_sha }]
}

/** The state branch is our own, and a merge queue's branches have an event of their own. */
function ofPush(payload: unknown, repository: string, { main }: Watched): readonly Job[] {
  const { ref, after } = PushEvent.parse(payload)
  const isMain = ref === `refs/heads/${main}`
  if (!isMain && !ref.startsWith(`refs/heads/${observedPrefix}`)) return []
  if (!GONE.test(after)) return [{ kind: 'allocate', repository, atLeast: after }]
  // Without main there is nothing to allocate; without a cluster there are other facts.
  return isMain ? [] : [{ kind: 'allocate', repository }]
}

function ofAsked(
  { head_sha: sha, app }: z.infer<typeof Asked>,
  repository: string,
  { appId }: Watched,
): readonly Job[] {
  return appId !== undefined && app?.id !== appId ? [] : [{ kind: 'commit', repository, sha }]
}
