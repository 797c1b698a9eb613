import type { Caller } from '../caller.ts'
import { requirePermission } from '../caller.ts'
import { reaches, readCommit, tipOf, writeCommitObject } from '../commits.ts'
import { type Forge, type ForgeRepository, fromNodeId, visibleRepository } from '../forge.ts'
import { isRefName, type RefMove, ZEROS } from '../git/update-refs.ts'
import { type TreeChange, writeTree } from '../git/write-tree.ts'
import { enqueue } from '../merge-queue.ts'
import { move } from '../scan.ts'
import { objectNamed } from './git-objects.ts'
import { entryNode } from './pulls.ts'
import { GraphqlRefusal } from './refusal.ts'
import { refNode } from './repository.ts'

interface RefUpdate {
  readonly name: string
  readonly beforeOid?: string
  readonly afterOid: string
  readonly force?: boolean
}
interface Input<T> {
  readonly input: T & { readonly clientMutationId?: string }
}
interface CommitInput {
  readonly branch: {
    readonly repositoryNameWithOwner?: string
    readonly branchName?: string
  }
  readonly message: { readonly headline: string; readonly body?: string }
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[]
    readonly deletions?: readonly { readonly path: string }[]
  }
  readonly expectedHeadOid: string
}

/** The mutations, for one caller. */
export function mutations(forge: Forge, caller: Caller) {
  return {
    updateRefs: async ({ input }: Input<{ repositoryId: string; refUpdates: RefUpdate[] }>) => {
      const repository = byNodeId(forge, input.repositoryId)
      visibleRepository(forge, caller, repository.fullName)
      requirePermission(caller, 'contents', 'write')
      const moves = []
      for (const update of input.refUpdates) moves.push(await toMove(repository, update))
      if (!(await move(forge, repository, moves, caller.login)))
        throw new GraphqlRefusal(
          'STALE_DATA',
          'A ref was moved by somebody else. Pull and try again.',
        )
      return { clientMutationId: input.clientMutationId ?? null }
    },
    createCommitOnBranch: async ({ input }: Input<CommitInput>) => {
      const { repositoryNameWithOwner: name, branchName: branch } = input.branch
      const repository = visibleRepository(forge, caller, name ?? '')
      requirePermission(caller, 'contents', 'write')
      const ref = `refs/heads/${branch?.replace(/^refs\/heads\//, '') ?? ''}`
      const made = await commitOn(forge, repository, { ref, input, login: caller.login })
      const where = { forge, repository }
      return {
        clientMutationId: input.clientMutationId ?? null,
        commit: () => objectNamed(where, made),
        ref: () => refNode(where, ref),
      }
    },
    enqueuePullRequest: async ({
      input,
    }: Input<{ pullRequestId: string; expectedHeadOid?: string }>) => {
      const [name = '', number] = fromNodeId('PullRequest', input.pullRequestId).split(':')
      const repository = visibleRepository(forge, caller, name)
      requirePermission(caller, 'pull_requests', 'write')
      const pull = repository.records.pulls.get(Number(number))
      if (pull === undefined) throw new GraphqlRefusal('NOT_FOUND', 'No such pull request')
      const expected = input.expectedHeadOid ?? pull.headSha
      if (expected !== pull.headSha)
        throw new GraphqlRefusal('STALE_DATA', 'Head branch was modified. Review and try again.')
      const queued = await enqueue(forge, repository, {
        number: pull.number,
        sender: caller.login,
      })
      const mergeQueueEntry = () => entryNode({ forge, repository }, queued)
      return { clientMutationId: input.clientMutationId ?? null, mergeQueueEntry }
    },
  }
}

function byNodeId(forge: Forge, id: string): ForgeRepository {
  const number = Number(fromNodeId('Repository', id))
  const found = [...forge.repositories.values()].find(({ records }) => records.id === number)
  if (found !== undefined) return found
  throw new GraphqlRefusal('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`)
}

async function toMove(repository: ForgeRepository, update: RefUpdate): Promise<RefMove> {
  const { name: ref, afterOid: to, beforeOid, force } = update
  if (!isRefName(ref)) throw new GraphqlRefusal('UNPROCESSABLE', `${ref} is not a valid ref name`)
  const tip = (await tipOf(repository, ref)) ?? ZEROS
  const from = beforeOid ?? tip
  if (from !== tip)
    throw new GraphqlRefusal(
      'STALE_DATA',
      `Expected ${ref} to point to "${from}" but it did not. Pull and try again.`,
    )
  if (to === ZEROS || force === true) return { ref, from, to }
  if ((await repository.objects.read(to)) === undefined)
    throw new GraphqlRefusal('UNPROCESSABLE', `Object ${to} does not exist`)
  if (from !== ZEROS && !(await reaches(repository, from, to)))
    throw new GraphqlRefusal('UNPROCESSABLE', `Update of ${ref} is not a fast forward`)
  return { ref, from, to }
}

async function commitOn(
  forge: Forge,
  repository: ForgeRepository,
  {
    ref,
    input,
    login,
  }: { readonly ref: string; readonly input: CommitInput; readonly login: string },
): Promise<string> {
  const from = input.expectedHeadOid
  const stale = `Expected branch to point to "${from}" but it did not. Pull and try again.`
  if ((await tipOf(repository, ref)) !== from) throw new GraphqlRefusal('STALE_DATA', stale)
  const { tree: base } = await readCommit(repository, from)
  const { additions, deletions } = input.fileChanges ?? {}
  const changes: TreeChange[] = []
  for (const { path } of deletions ?? []) {
    if ((await repository.objects.read(`${base}:${path}`)) === undefined)
      throw new GraphqlRefusal(
        'UNPROCESSABLE',
        `A path was requested for deletion which does not exist: ${path}`,
      )
    changes.push({ path, gone: true })
  }
  for (const { path, contents } of additions ?? [])
    changes.push({ path, mode: '100644', content: Buffer.from(contents, 'base64') })
  const tree = await writeTree(repository.dir, base, changes)
  const { headline, body } = input.message
  const message = body ? `${headline}\n\n${body}` : headline
  const made = await writeCommitObject(forge, repository, { tree, parents: [from], message, login })
  if (!(await move(forge, repository, [{ ref, from, to: made }], login)))
    throw new GraphqlRefusal('STALE_DATA', stale)
  return made
}
