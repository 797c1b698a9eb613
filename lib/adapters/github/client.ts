import { Octokit } from '@octokit/rest'
import { type AppIdentity, appAuth } from './app-auth.ts'
import { toGitHubError } from './github-error.ts'
import { type RequestPolicy, requestPolicy } from './request-policy.ts'

/** The version of GitHub's API that this is written for; GitHub keeps it for two years after the next one. */
const API_VERSION = '2022-11-28'

/** Who calls: a GitHub App in one repository, or whoever a token was given to. */
export type GitHubAuth = AppIdentity | { readonly token: string }

export interface GitHubClientOptions extends RequestPolicy {
  /** Of the REST API: `https://HOST/api/v3` for GitHub Enterprise Server; default `https://api.github.com`. */
  readonly baseUrl?: string
  readonly auth: GitHubAuth
  /** Is told what no error is made of: a status that fits no more, a call that GitHub will end. */
  readonly warn?: (message: string) => void
}

/**
 * GitHub's API, called with care (`requestPolicy`). All that its REST calls throw is an `OutsideError`, without any
 * token or key. Throws one itself for a private key that is none.
 */
export function githubClient(options: GitHubClientOptions): Octokit {
  const { baseUrl, auth, warn = nothing, ...policy } = options
  const octokit = new Octokit({
    userAgent: 'netclaim',
    request: { fetch: requestPolicy(policy) },
    log: { debug: nothing, info: nothing, warn, error: nothing },
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, '') }),
    ...('token' in auth ? { auth: auth.token } : { authStrategy: appAuth(auth, policy.clock) }),
  })
  octokit.hook.before('request', (options) => {
    options.headers['x-github-api-version'] = API_VERSION
  })
  octokit.hook.error('request', (error) => {
    throw toGitHubError(error)
  })
  return octokit
}

/** Nothing that GitHub says reaches a log by itself. */
function nothing(): void {}
