import { type Forge, type ForgeRepository, nodeId } from '../forge.ts'
import { userShape } from './user-shape.ts'

/** Addresses of a repository in GitHub's answers, below its own. */
const addresses: Readonly<Record<string, string>> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
}

/** GitHub's `minimal-repository`. */
export function minimalRepositoryShape(forge: Forge, repository: ForgeRepository) {
  const { records, fullName } = repository
  const url = apiUrl(forge, repository)
  const below = Object.entries(addresses).map(([name, path]) => [name, url + path] as const)
  return {
    id: records.id,
    node_id: nodeId('Repository', records.id),
    name: records.name,
    full_name: fullName,
    private: true,
    owner: userShape(forge, records.owner),
    html_url: `${forge.url}/${fullName}`,
    description: null,
    fork: records.parent !== undefined,
    url,
    ...Object.fromEntries(below),
  }
}

/** GitHub's `repository`, and all of `full-repository` but the permissions of the caller. */
export function repositoryShape(forge: Forge, repository: ForgeRepository) {
  const { records, fullName } = repository
  const openPulls = [...records.pulls.values()].filter(({ state }) => state === 'open').length
  const forks = [...forge.repositories.values()].filter(
    (other) => other.records.parent === fullName,
  ).length
  const [html, host] = [`${forge.url}/${fullName}`, new URL(forge.url).host]
  return {
    ...minimalRepositoryShape(forge, repository),
    created_at: records.createdAt,
    updated_at: records.createdAt,
    pushed_at: records.createdAt,
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: forks,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: openPulls,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: 'private',
    forks,
    open_issues: openPulls,
    watchers: 0,
    default_branch: records.defaultBranch,
  }
}

export function apiUrl(forge: Forge, repository: ForgeRepository): string {
  return `${forge.url}/repos/${repository.fullName}`
}
