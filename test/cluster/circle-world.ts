import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { SyncOptions } from '../../functions/sync/options.ts'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { createSync, type Synced } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import { parseEndpoints } from '../../lib/adapters/ovsdb/endpoint.ts'
import { openNorthbound } from '../../lib/adapters/ovsdb/northbound.ts'
import type { Book } from '../../lib/domain/ledger/entry.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from '../sync/claims-repository.ts'
import type { SyncStage } from './sync-stage.ts'

const OBSERVED = 'netclaim/observed/one'

/** One time around: sync, told; then what it told is allocated for. */
export interface Round {
  readonly synced: Synced
  readonly problems: readonly string[]
  /** `OvnEip photon-web`, in the order in which they went. */
  readonly removed: readonly string[]
  /** Commits that this round made. */
  readonly states: number
  readonly facts: number
}

/** The whole circle of one cluster, whose sync knows the repository by its address alone. */
export interface Circle {
  round(more?: { readonly cluster?: Cluster; readonly proves?: boolean }): Promise<Round>
  /** Until nothing moves any more; gives the rounds that something was done in. */
  untilQuiet(round?: () => Promise<Round>): Promise<readonly Round[]>
  book(environment: string): Promise<Book>
  /** A file of the state, as it is now. */
  state(path: string): string
  /** The last facts. */
  facts(): string
  /** Rows of OVN-NB that hold a word. */
  northbound(word: string): readonly string[]
}

/** Kube-OVN 1.16 leaves two empty address sets of each Vpc behind. */
const FORGOTTEN = /^[\da-f-]+,\[\],"\{isU2OOverlayCIDRs=/

/** More rounds would be a chase without an end. */
const LIMIT = 20

export async function openCircle(
  stage: SyncStage,
  more: Pick<SyncOptions, 'tenants'> = {},
): Promise<Circle> {
  const { repo, api, cluster } = stage
  const { folder } = repo
  const mirror = await gitMirror({ folder: join(folder, '.git/mirror'), url: `file://${folder}` })
  const source = gitSource(mirror, { main: 'main' })
  const northbound = openNorthbound(parseEndpoints(api.nb ?? '') ?? [])
  const base = { clock: systemClock, name: 'one', repository: mirror }
  const countOf = (branch: string) =>
    tipOf(folder, branch) === '' ? 0 : Number(gitIn(folder, 'rev-list', '--count', branch))

  const circle: Circle = {
    async round({ cluster: its = cluster, proves = true } = {}) {
      const before = [countOf(STATE), countOf(OBSERVED)] as const
      const identity = 'one'
      const options = { cluster: its, source, clock: systemClock, identity, waitMs: 8_000, ...more }
      const synced = await createSync(options)()
      const told = await tellSynced(synced, {
        ...base,
        cluster: its,
        ...(proves ? { northbound } : {}),
      })
      await repo.allocate()
      const gone = synced.run.objects.filter(({ outcome }) => outcome === 'removed')
      return {
        synced,
        problems: told.problems,
        removed: gone.map(({ id }) => id),
        states: countOf(STATE) - before[0],
        facts: countOf(OBSERVED) - before[1],
      }
    },
    async untilQuiet(round = () => circle.round()) {
      const rounds: Round[] = []
      while (rounds.length < LIMIT) {
        const one = await round()
        const wrote = one.synced.run.objects.some(({ outcome }) => outcome !== 'unchanged')
        if (one.states === 0 && one.facts === 0 && !wrote) return rounds
        rounds.push(one)
      }
      throw new Error(
        `not quiet after ${LIMIT} rounds: ${JSON.stringify(rounds.slice(-2).map(moved))}`,
      )
    },
    async book(environment) {
      const texts = await repo.repository.readState(repo.tip())
      return readState(texts, 'whole').value.books.get(environment) ?? new Map()
    },
    state: (path) => gitIn(folder, 'show', `${STATE}:${path}`),
    facts: () => gitIn(folder, 'show', `${OBSERVED}:observed/one.yaml`),
    northbound: (word) => {
      const dump = ['dump', '--format=csv', api.nb ?? '', 'OVN_Northbound']
      const maxBuffer = 64 * 1024 * 1024
      const text = execFileSync('ovsdb-client', dump, { encoding: 'utf8', maxBuffer })
      const isWord = new RegExp(`(?<![\\w.-])${word.replaceAll('.', '\\.')}(?![\\w.])`)
      return text.split('\n').filter((line) => isWord.test(line) && !FORGOTTEN.test(line))
    },
  }
  return circle
}

/** What kept a round from being quiet. */
function moved({ synced, states, facts, problems }: Round): object {
  const objects = synced.run.objects.filter(({ outcome }) => outcome !== 'unchanged')
  return { states, facts, problems, objects }
}

function tipOf(folder: string, branch: string): string {
  return gitIn(folder, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`)
}
