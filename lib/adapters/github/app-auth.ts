import { createAppAuth } from '@octokit/auth-app'
import type { Octokit } from '@octokit/rest'
import type { Clock } from '../../ports/clock.ts'
import { OutsideError } from '../outside-error.ts'
import { GitHubError } from './github-error.ts'
import { toPkcs8 } from './private-key.ts'

/** A GitHub App, at work in one repository. */
export interface AppIdentity {
  readonly appId: number
  /** PEM, as GitHub hands it out. */
  readonly privateKey: string
  /** Id of its installation; looked up where it is not given. */
  readonly installation?: number
  /** The one repository that its tokens are good for. */
  readonly owner: string
  readonly repo: string
}

type Request = Octokit['request']
type App = ReturnType<typeof createAppAuth>
type Endpoint = Exclude<Parameters<App['hook']>[1], string>

/** Waits after a token was refused: a new one is not known everywhere at once. */
const TOKEN_WAITS_MS = [500, 1_500, 3_000]

/** An `authStrategy` for Octokit: signs every call with a token of the app that is good for its repository alone. */
export function appAuth(identity: AppIdentity, clock: Clock) {
  const { appId, owner, repo } = identity
  const privateKey = toPkcs8(identity.privateKey)
  return ({ request }: { readonly request: Request }) => {
    const app = createAppAuth({ appId, privateKey, request, log: { warn: () => undefined } })
    let installation = identity.installation

    async function token(refresh: boolean): Promise<string> {
      installation ??= (await request('GET /repos/{owner}/{repo}/installation', { owner, repo }))
        .data.id
      const narrow = { installationId: installation, repositoryNames: [repo], refresh }
      return (await signing(async () => app({ type: 'installation', ...narrow }))).token
    }

    async function hook(send: Request, options: Endpoint) {
      if (isOfApp(request, options.url)) return signing(async () => app.hook(send, options))
      for (let nth = 0; ; nth++) {
        const headers = { ...options.headers, authorization: `token ${await token(nth > 0)}` }
        try {
          return await send({ ...options, headers })
        } catch (error) {
          const wait = TOKEN_WAITS_MS[nth]
          if (wait === undefined || !isUnauthorized(error)) throw error
          await clock.pause(wait)
        }
      }
    }
    return Object.assign(async () => ({ type: 'app' }), { hook })
  }
}

/** Calls that the app makes in its own name: who it is, where it is installed, its tokens. */
function isOfApp({ endpoint }: Request, url: string): boolean {
  const path = url.replace(endpoint.DEFAULTS.baseUrl, '')
  return /^\/(?:app\b|repos\/[^/]+\/[^/]+\/installation$)/.test(path)
}

/** Runs what signs. What WebCrypto says of a key that it cannot read may show the key. */
async function signing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutsideError || (error instanceof Error && 'status' in error)) throw error
    throw new GitHubError('the private key of the GitHub App cannot sign', {
      status: 0,
      retryable: false,
    })
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401
}
