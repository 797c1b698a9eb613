import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { sharedPeers, startUp } from '../peers/start-up.ts'

/** Is a real Gitea at hand? Tests against it are skipped where none is. */
export const hasGitea = existsSync(join(sharedPeers, 'bin/gitea.xz'))
if (!hasGitea)
  console.warn('no ../shared/peers/bin/gitea.xz: tests against a real Gitea are skipped')

const Started = z.object({ gitea: z.object({ url: z.string(), token: z.string() }) })
const Token = z.object({ sha1: z.string() })

/** An account, and what it shows to be let in. */
export interface Account {
  readonly name: string
  readonly token: string
}

/** What the API answered, whatever it was. */
export interface Reply {
  readonly status: number
  readonly json: unknown
}

/** A Gitea of its own for one file of tests. */
export interface RealGitea {
  readonly url: string
  readonly operator: Account
  /** Our own identity, with the scopes that the how-to names, and no more. */
  readonly netclaim: Account
  /** Somebody with no rights but to fork and to ask. */
  readonly stranger: Account
  api(as: Account, method: string, path: string, body?: unknown): Promise<Reply>
  /** Another token of `netclaim`, and the end of the one that it has had. */
  renewToken(): Promise<Account>
  /** A repository of the operator's where `netclaim` may write. Gives `owner/name`. */
  newRepository(name: string, options?: object): Promise<string>
  stop(): Promise<void>
}

/** Scopes of our own token, as in docs/how-to/gitea.md. */
const SCOPES = ['write:repository', 'write:issue', 'read:user']

/** Starts one in some three seconds. It ends with `stop`, and when this process ends. */
export async function startGitea(): Promise<RealGitea> {
  const { line, stop } = startUp('nc-gitea-', ['--no-apiserver', '--gitea'])
  try {
    const { gitea } = Started.parse(JSON.parse(await line()))
    return await furnished(gitea.url, { name: 'operator', token: gitea.token }, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function furnished(
  url: string,
  operator: Account,
  stop: () => Promise<void>,
): Promise<RealGitea> {
  async function ask(authorization: string, method: string, path: string, body?: unknown) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }
  const api = (as: Account, method: string, path: string, body?: unknown) =>
    ask(`token ${as.token}`, method, path, body)

  /** Whatever sets the stage: just started, Gitea now and then answers with 500. */
  async function must(authorization: string, method: string, path: string, body: unknown) {
    for (let attempt = 0; ; attempt++) {
      const { status, json } = await ask(authorization, method, path, body)
      if (status < 300) return json
      if (attempt === 20 || status < 500)
        throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
      await setTimeout(100)
    }
  }

  async function account(name: string, scopes: readonly string[]): Promise<Account> {
    const password = passwordOf(name)
    const user = {
      username: name,
      email: `${name}@example.org`,
      password,
      must_change_password: false,
    }
    const chief = `token ${operator.token}`
    await must(chief, 'POST', '/admin/users', user)
    return token(name, 'tests', scopes)
  }

  async function token(name: string, label: string, scopes: readonly string[]): Promise<Account> {
    const made = await must(basic(name), 'POST', `/users/${name}/tokens`, { name: label, scopes })
    return { name, token: Token.parse(made).sha1 }
  }

  const netclaim = await account('netclaim', SCOPES)
  const stranger = await account('stranger', ['all'])
  return {
    url,
    operator,
    netclaim,
    stranger,
    api,
    stop,
    async renewToken() {
      const renewed = await token('netclaim', 'renewed', SCOPES)
      const { status } = await ask(basic('netclaim'), 'DELETE', '/users/netclaim/tokens/tests')
      if (status !== 204) throw new Error(`the old token is still good: ${status}`)
      return renewed
    },
    async newRepository(name, options = {}) {
      const chief = `token ${operator.token}`
      await must(chief, 'POST', '/user/repos', {
        name,
        default_branch: 'main',
        ...options,
      })
      const path = `/repos/operator/${name}/collaborators/netclaim`
      await must(chief, 'PUT', path, { permission: 'write' })
      return `operator/${name}`
    },
  }
}

function passwordOf(name: string): string {
  return `of-${name}-0123456789`
}

function basic(name: string): string {
  return `Basic ${btoa(`${name}:${passwordOf(name)}`)}`
}
