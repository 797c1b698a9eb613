import { type Forge, type ForgeRepository, nodeId, repositoryOf } from '../forge.ts'
import type { PullRow } from '../records.ts'
import { apiUrl, repositoryShape } from './repository-shape.ts'
import { userShape } from './user-shape.ts'

/** GitHub's `pull-request-simple`, of lists. */
export function simplePullShape(forge: Forge, repository: ForgeRepository, pull: PullRow) {
  const api = apiUrl(forge, repository)
  const html = `${forge.url}/${repository.fullName}/pull/${pull.number}`
  const [self, issue] = [`${api}/pulls/${pull.number}`, `${api}/issues/${pull.number}`]
  const head = repositoryOf(forge, pull.headRepository)
  const addresses = addressesOf(api, pull, { html, self, issue })
  return {
    id: pull.id,
    node_id: nodeId('PullRequest', `${repository.fullName}:${pull.number}`),
    url: self,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    ...addresses.urls,
    number: pull.number,
    state: pull.state,
    locked: false,
    active_lock_reason: null,
    title: pull.title,
    user: userShape(forge, pull.user),
    body: pull.body,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    labels: [],
    milestone: null,
    draft: pull.draft,
    head: sideShape(forge, head, pull.headRef, pull.headSha),
    base: sideShape(forge, repository, pull.baseRef, pull.baseSha),
    _links: addresses.links,
    author_association: pull.user === repository.records.owner ? 'OWNER' : 'CONTRIBUTOR',
    auto_merge: null,
  }
}

function addressesOf(
  api: string,
  pull: PullRow,
  at: { readonly html: string; readonly self: string; readonly issue: string },
) {
  const urls = {
    commits_url: `${at.self}/commits`,
    review_comments_url: `${at.self}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${at.issue}/comments`,
    statuses_url: `${api}/statuses/${pull.headSha}`,
  }
  const links = {
    self: { href: at.self },
    html: { href: at.html },
    issue: { href: at.issue },
    comments: { href: urls.comments_url },
    review_comments: { href: urls.review_comments_url },
    review_comment: { href: urls.review_comment_url },
    commits: { href: urls.commits_url },
    statuses: { href: urls.statuses_url },
  }
  return { urls, links }
}

function sideShape(forge: Forge, repository: ForgeRepository, ref: string, sha: string) {
  const { owner } = repository.records
  return {
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: userShape(forge, owner),
    repo: repositoryShape(forge, repository),
  }
}

/** What a pull request changes, and whether it can be merged: what only the single answer says. */
export interface PullMeasures {
  readonly additions: number
  readonly deletions: number
  readonly changedFiles: number
  readonly commits: number
  readonly mergeable: boolean
}

/** GitHub's `pull-request`. */
export function pullShape(
  forge: Forge,
  repository: ForgeRepository,
  pull: PullRow,
  measures: PullMeasures,
) {
  const comments = [...repository.records.issueComments.values()]
  return {
    ...simplePullShape(forge, repository, pull),
    merged: pull.mergedAt !== null,
    // A closed one is not computed any more.
    mergeable: pull.state === 'open' ? measures.mergeable : null,
    rebaseable: pull.state === 'open' ? measures.mergeable : null,
    mergeable_state: mergeableState(pull, measures),
    merged_by: pull.mergedBy === null ? null : userShape(forge, pull.mergedBy),
    comments: comments.filter(({ number }) => number === pull.number).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: measures.commits,
    additions: measures.additions,
    deletions: measures.deletions,
    changed_files: measures.changedFiles,
  }
}

function mergeableState(pull: PullRow, { mergeable }: PullMeasures): string {
  if (pull.state === 'closed') return 'unknown'
  if (!mergeable) return 'dirty'
  return pull.draft ? 'draft' : 'clean'
}
