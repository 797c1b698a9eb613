import { cpSync } from 'node:fs'
import { planner } from '../../functions/allocate/planner.ts'
import { allocate } from '../../functions/allocate.ts'
import { makeState } from '../../functions/make-state.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import type { LiveObjects } from '../../lib/pipeline/sync/live-objects.ts'
import { syncKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { commitFiles, gitIn, gitWith, newRepository } from '../git/sandbox.ts'
import { platformFile } from '../plan/files.ts'

const ENGINE = '0.1.0'
export const STATE = 'netclaim/state'
type Files = Readonly<Record<string, string | undefined>>

/** A claims repository of this machine, with both branches, that is allocated after every change. */
export class ClaimsRepository {
  readonly repository: Repository
  readonly folder: string

  private constructor(folder: string, repository: Repository) {
    this.folder = folder
    this.repository = repository
  }

  static async open(folder: string, files: Files): Promise<ClaimsRepository> {
    const key = JSON.stringify(files)
    const known = made.get(key)
    if (known === undefined) {
      newRepository(folder)
      const first = { 'netclaim.yaml': 'proof: api\n', 'platform/kmetal.yaml': platformFile() }
      commitFiles(folder, { ...first, ...files })
      await makeState(folder, { planner, engine: ENGINE })
      // As it was made: tests change theirs.
      cpSync(folder, `${folder}.made`, { recursive: true })
      made.set(key, `${folder}.made`)
    } else cpSync(known, folder, { recursive: true })
    return new ClaimsRepository(folder, await gitRepository({ repo: folder }))
  }

  /** The same, in another folder, with a life of its own. */
  async copy(folder: string): Promise<ClaimsRepository> {
    cpSync(this.folder, folder, { recursive: true })
    return new ClaimsRepository(folder, await gitRepository({ repo: folder }))
  }

  /** Commits a change to main and allocates for it; gives the tip of the state branch. */
  async change(files: Files): Promise<string> {
    commitFiles(this.folder, files)
    return this.allocate()
  }

  /** Reports what a cluster has, at some generation of the state, and allocates for it. */
  async report(system: KubeObject, live: LiveObjects, generation: number): Promise<string> {
    const { value } = factsFromObjects([...listsOf(live), system])
    const blob = gitWith(
      this.folder,
      renderFacts({ ...value, generation }),
      'hash-object',
      '-w',
      '--stdin',
    )
    const tree = gitWith(this.folder, `100644 blob ${blob}\tobserved.yaml\n`, 'mktree')
    const parent = gitIn(this.folder, 'for-each-ref', '--format=%(objectname)', OBSERVED)
    const parents = parent === '' ? [] : ['-p', parent]
    const commit = gitIn(this.folder, 'commit-tree', '-m', 'observed', ...parents, tree)
    gitIn(this.folder, 'update-ref', OBSERVED, commit)
    return this.allocate()
  }

  async allocate(): Promise<string> {
    await allocate(this.repository, { planner, engine: ENGINE, main: 'main', state: STATE })
    return this.tip()
  }

  tip(): string {
    return gitIn(this.folder, 'rev-parse', STATE)
  }
}

/** A claim whose status was written: no Service uses it. */
function told(claim: KubeObject): KubeObject {
  return { ...claim, status: { bound: false } }
}

const made = new Map<string, string>()
const OBSERVED = 'refs/heads/netclaim/observed/one'

function listsOf({ lists }: LiveObjects): readonly object[] {
  return syncKinds.flatMap(({ apiVersion, kind, alias }) => {
    const list = lists.get(alias ?? kind)
    if (list === undefined || list.outcome === 'failed') return []
    const items = list.outcome === 'whole' ? list.items : []
    return [
      { apiVersion, kind: `${kind}List`, items: kind === 'EipClaim' ? items.map(told) : items },
    ]
  })
}
