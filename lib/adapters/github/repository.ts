import type { Octokit } from '@octokit/rest'
import type { ObjectCache } from '../../ports/object-cache.ts'
import type { Repository, SourceCommit } from '../../ports/repository.ts'
import { boundedCache } from './bounded-cache.ts'
import { noCommit } from './compare.ts'
import { differences } from './differences.ts'
import { firstParents, lastCommits } from './history.ts'
import { MAX_CACHE_BYTES } from './limits.ts'
import { moveBranch } from './move-branch.ts'
import type { CommitObject } from './object-store.ts'
import { type Objects, objectsOf } from './objects.ts'
import { prefetchByArchive } from './prefetch.ts'
import { readStateAt, readTreeAt } from './read-tree.ts'
import { relationsOf } from './relations.ts'
import { snapshotOf } from './snapshot.ts'
import { readTips } from './tips.ts'
import { everything, wantedPaths } from './wanted-paths.ts'
import { writeCommit } from './write-commit.ts'

/** Commits that are looked for among those that were read before GitHub is asked for a list of them. */
const MAX_NEAR = 100

/** What a claims repository keeps for us; nothing beside it is read. */
const claimPaths = wantedPaths(['netclaim.yaml', 'platform', 'environments', 'acknowledgements'])

export interface GitHubRepositoryOptions {
  /** Made by `githubClient`. */
  readonly octokit: Octokit
  readonly owner: string
  readonly repo: string
  /** Keeps trees and blobs by id (default: 64 MiB in memory, for this repository object alone). */
  readonly cache?: ObjectCache
}

/** A repository at GitHub. It gives the same answers as the local Git adapter, `NewCommit.seconds` apart. */
export function githubRepository(options: GitHubRepositoryOptions): Repository {
  const { octokit, owner, repo, cache = boundedCache(MAX_CACHE_BYTES) } = options
  const github = { octokit, owner, repo, cache }
  const objects = objectsOf(github, cache)
  const prefetch = prefetchByArchive(github, objects)
  let node: string | undefined

  async function tips(wanted: Parameters<Repository['tips']>[0]) {
    const read = await readTips(github, wanted)
    node = read.node
    return read.tips
  }

  return {
    tips,
    async commit(id) {
      return plain(await existing(objects, id))
    },
    firstParents: async (from, to) =>
      (await knownParents(objects, from, to)) ?? firstParents(github, from, to),
    log: (tip, limit) => lastCommits(github, tip, limit),
    ...relationsOf(github, objects),
    async differences(from, to) {
      const [before, after] = await Promise.all([existing(objects, from), existing(objects, to)])
      return differences(objects, before.root, after.root)
    },
    snapshot: async (id) => snapshotOf(objects, await existing(objects, id), prefetch),
    readTree: async (id) => readTreeAt(objects, await existing(objects, id), claimPaths, prefetch),
    async readState(id, paths) {
      const wanted = paths === undefined ? everything : wantedPaths(paths)
      return readStateAt(objects, await existing(objects, id), wanted, prefetch)
    },
    write: (commit) => writeCommit(github, objects, commit),
    async move(branch, to, from, how) {
      if (node === undefined) await tips({ names: [], below: [] })
      return moveBranch(github, node ?? '', { branch, to, from, force: how !== undefined })
    },
  }
}

async function existing(objects: Objects, id: string): Promise<CommitObject> {
  const commit = await objects.commit(id)
  if (commit === undefined) throw noCommit(id)
  return commit
}

/** First parents of `to` down to `from`, as far as they were read before; undefined where one was not, or is not near. */
async function knownParents(
  objects: Objects,
  from: string,
  to: string,
): Promise<readonly SourceCommit[] | undefined> {
  const chain: SourceCommit[] = []
  for (let id = to; chain.length < MAX_NEAR; ) {
    const found = await objects.knownCommit(id)
    if (found?.parent === undefined) return undefined
    chain.unshift(plain(found))
    if (found.parent === from) return chain
    id = found.parent
  }
  return undefined
}

/** As the port has it. */
function plain(commit: CommitObject): SourceCommit {
  const { root: _, isMerge: __, ...rest } = commit
  return rest
}
