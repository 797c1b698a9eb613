import { invalidField } from './api-error.ts'
import { tipOf } from './commits.ts'
import { type Forge, type ForgeRepository, timestamp } from './forge.ts'
import { invalid } from './open-pull.ts'
import type { PullRow } from './records.ts'
import { tellPull } from './tell.ts'
import { updatePull } from './update-pull.ts'

export interface PullChange {
  readonly title?: string | undefined
  readonly body?: string | null | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly base?: string | undefined
}

const actions = { open: 'reopened', closed: 'closed' }

/** Changes what a person can change, and tells it. */
export async function changePull(
  forge: Forge,
  repository: ForgeRepository,
  of: { readonly pull: PullRow; readonly change: PullChange; readonly sender: string },
): Promise<PullRow> {
  const { pull, change, sender } = of
  const { title = pull.title, body = pull.body, base: baseRef = pull.baseRef } = change
  const state = change.state ?? pull.state
  if (state === 'open' && pull.mergedAt !== null)
    throw invalidField(
      'PullRequest',
      'state',
      'state cannot be changed. The pull request is merged.',
    )
  const baseSha = await tipOf(repository, `refs/heads/${baseRef}`)
  if (baseSha === undefined) throw invalid('base')
  const now = timestamp(forge)
  const closedAt = state === pull.state ? pull.closedAt : { open: null, closed: now }[state]
  const row = { title, body, baseRef, baseSha, state, closedAt, updatedAt: now }
  const changed = updatePull(repository, pull.number, row)
  const changes = changesOf(pull, changed)
  if (Object.keys(changes).length > 0)
    await tellPull(forge, repository, changed, { action: 'edited', sender, more: { changes } })
  if (state !== pull.state)
    await tellPull(forge, repository, changed, { action: actions[state], sender })
  forge.later(repository)
  return changed
}

/** What was before, as the `edited` event tells it. */
function changesOf(old: PullRow, changed: PullRow): object {
  const base = { ref: { from: old.baseRef }, sha: { from: old.baseSha } }
  return {
    ...(changed.title === old.title ? {} : { title: { from: old.title } }),
    ...(changed.body === old.body ? {} : { body: { from: old.body ?? '' } }),
    ...(changed.baseRef === old.baseRef ? {} : { base }),
  }
}
