import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { isNews } from '../../lib/pipeline/facts/is-news.ts'
import { renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { observedPrefix } from '../allocate/observed.ts'

/** What a cluster published last. */
export interface Published {
  /** Absent: its branch does not exist. */
  readonly tip?: string
  /** Absent: nothing, or nothing that can be read. */
  readonly facts?: Facts
}

type PublishedBy = { readonly repository: Repository; readonly cluster: string }

/** What stands on the cluster's own branch. Throws `OutsideError`. */
export async function readPublished({ repository, cluster }: PublishedBy): Promise<Published> {
  const branch = observedPrefix + cluster
  const tip = (await repository.tips({ names: [branch], below: [] })).get(branch)
  if (tip === undefined) return {}
  const path = pathOf(cluster)
  const text = (await repository.readState(tip, [path])).get(path)
  if (text === undefined) return { tip }
  const { value, findings } = readFacts(new Map([[path, text]]))
  return findings.length > 0 ? { tip } : { tip, facts: value }
}

/** Where the facts of a cluster are now. */
export interface Pushed {
  readonly tip?: string
  /** Whether they were not there before. */
  readonly isNew: boolean
}

/** Times that the branch may have moved meanwhile. */
const ATTEMPTS = 3

/** What is to be published. */
export interface Publishing {
  readonly facts: Facts
  readonly state: State
  /** What stood there when the facts were made. */
  readonly published: Published
}

/**
 * Commits facts to the cluster's own branch, `netclaim/observed/<cluster>`, which only moves forward; nothing where they
 * are no news. Throws `OutsideError`.
 */
export async function publishFacts(
  by: PublishedBy & { readonly clock: Pick<Clock, 'now'> },
  { facts, state, published }: Publishing,
): Promise<Pushed> {
  const { repository, cluster, clock } = by
  for (let attempt = 0; ; attempt++) {
    const { tip, facts: former } = attempt === 0 ? published : await readPublished(by)
    if (!isNews(facts, former, state))
      return { isNew: false, ...(tip === undefined ? {} : { tip }) }
    const commit = await repository.write({
      ...(tip === undefined ? {} : { parent: tip }),
      changes: new Map([[pathOf(cluster), renderFacts(facts)]]),
      message: messageOf(cluster, facts),
      seconds: Math.floor(clock.now() / 1_000),
    })
    const from = tip ?? '0'.repeat(commit.length)
    if (await repository.move(observedPrefix + cluster, commit, from))
      return { isNew: true, tip: commit }
    if (attempt < ATTEMPTS - 1) continue
    const message = `"${observedPrefix}${cluster}" was moved by somebody else ${ATTEMPTS} times`
    throw new OutsideError(message, { system: 'git', retryable: true })
  }
}

function messageOf(cluster: string, { commit, complete }: Facts): string {
  const at = commit === undefined ? 'before anything was applied' : `at ${commit.slice(0, 12)}`
  return `Report what ${cluster} has ${at}\n\n${complete.length} lists are whole.\n`
}

function pathOf(cluster: string): string {
  return `observed/${cluster}.yaml`
}
