import { bringHead } from './after-move.ts'
import { ApiError, invalidField } from './api-error.ts'
import { reaches, tipOf } from './commits.ts'
import { type Forge, type ForgeRepository, timestamp } from './forge.ts'
import type { PullRow } from './records.ts'
import { tellPull } from './tell.ts'

export interface NewPull {
  readonly title: string
  /** `branch`, or `owner:branch` of a fork. */
  readonly head: string
  readonly base: string
  readonly body: string | null
  readonly draft: boolean
  readonly user: string
}

/** Opens a pull request. Throws GitHub's 422 where its branches do not allow one. */
export async function openPull(
  forge: Forge,
  repository: ForgeRepository,
  wanted: NewPull,
): Promise<PullRow> {
  const from = headRepository(forge, repository, wanted.head)
  const headRef = wanted.head.split(':').at(-1) ?? ''
  const head = from && (await tipOf(from, `refs/heads/${headRef}`))
  if (from === undefined || head === undefined) throw invalid('head')
  const base = await tipOf(repository, `refs/heads/${wanted.base}`)
  if (base === undefined) throw invalid('base')
  for (const pull of repository.records.pulls.values())
    if (
      pull.state === 'open' &&
      pull.headRepository === from.fullName &&
      pull.headRef === headRef &&
      pull.baseRef === wanted.base
    )
      throw invalidField(
        'PullRequest',
        'base',
        `A pull request already exists for ${from.records.owner}:${headRef}.`,
      )
  const number = ++repository.records.lastNumber
  await bringHead(repository, from, { number, head })
  if (await reaches(repository, head, base))
    throw invalidField('PullRequest', 'base', `No commits between ${wanted.base} and ${headRef}`)
  const now = timestamp(forge)
  const pull: PullRow = {
    id: repository.nextId(),
    number,
    title: wanted.title,
    body: wanted.body,
    user: wanted.user,
    state: 'open',
    draft: wanted.draft,
    headRepository: from.fullName,
    headRef,
    headSha: head,
    baseRef: wanted.base,
    baseSha: base,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    mergedAt: null,
    mergedBy: null,
    mergeCommit: null,
  }
  repository.records.pulls.set(number, pull)
  repository.touch()
  await tellPull(forge, repository, pull, { action: 'opened', sender: wanted.user })
  return pull
}

/** The repository that `owner:branch` is in: the base itself, or a fork of it. */
function headRepository(forge: Forge, base: ForgeRepository, head: string) {
  const [owner, branch] = head.split(':')
  if (branch === undefined || owner === base.records.owner) return base
  return [...forge.repositories.values()].find(
    ({ records }) => records.owner === owner && records.parent === base.fullName,
  )
}

/** 422 for a field that names something that is not there. */
export function invalid(field: string): ApiError {
  return new ApiError(422, 'Validation Failed', [
    { resource: 'PullRequest', field, code: 'invalid' },
  ])
}
