import type { Commit } from '../commits.ts'
import { type Forge, type ForgeRepository, nodeId, toTimestamp } from '../forge.ts'
import type { Signature } from '../git/commit-object.ts'
import { apiUrl } from './repository-shape.ts'
import { userShape } from './user-shape.ts'

/** GitHub's `git-commit`, of `/git/commits`. */
export function gitCommitShape(forge: Forge, repository: ForgeRepository, commit: Commit) {
  const url = apiUrl(forge, repository)
  const html = `${forge.url}/${repository.fullName}/commit`
  return {
    sha: commit.id,
    node_id: nodeId('Commit', `${repository.fullName}:${commit.id}`),
    url: `${url}/git/commits/${commit.id}`,
    html_url: `${html}/${commit.id}`,
    author: personShape(commit.author),
    committer: personShape(commit.committer),
    tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/git/commits/${sha}`,
      html_url: `${html}/${sha}`,
    })),
    verification: verificationShape(commit),
  }
}

/** GitHub's `commit`, of `/commits`. */
export function commitShape(forge: Forge, repository: ForgeRepository, commit: Commit) {
  const url = `${apiUrl(forge, repository)}/commits`
  const git = gitCommitShape(forge, repository, commit)
  const { author, committer, message, tree, verification } = git
  return {
    sha: commit.id,
    node_id: git.node_id,
    commit: { author, committer, message, tree, url: git.url, comment_count: 0, verification },
    url: `${url}/${commit.id}`,
    html_url: git.html_url,
    comments_url: `${url}/${commit.id}/comments`,
    author: accountShape(forge, commit.author),
    committer: accountShape(forge, commit.committer),
    parents: git.parents.map(({ sha, html_url }) => ({ sha, url: `${url}/${sha}`, html_url })),
  }
}

/** GitHub's `simple-commit`. */
export function simpleCommitShape({ id, tree, message, author, committer }: Commit) {
  return {
    id,
    tree_id: tree,
    message,
    timestamp: toTimestamp(committer.seconds * 1000),
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
  }
}

function personShape({ name, email, seconds }: Signature) {
  return { name, email, date: toTimestamp(seconds * 1000) }
}

function verificationShape(commit: Commit) {
  const { signature, payload, committer } = commit
  if (signature === undefined)
    return {
      verified: false,
      reason: 'unsigned',
      signature: null,
      payload: null,
      verified_at: null,
    }
  const verified_at = toTimestamp(committer.seconds * 1000)
  return { verified: true, reason: 'valid', signature, payload, verified_at }
}

/** The account behind an address that the forge gave out; null for any other. */
function accountShape(forge: Forge, { email }: Signature) {
  const login = /^(?:\d+\+)?(?<login>[^@]+)@users\.noreply\.github\.com$/.exec(email)?.groups
  if (login?.['login'] !== undefined) return userShape(forge, login['login'])
  return email === 'noreply@github.com' ? userShape(forge, 'web-flow') : null
}
