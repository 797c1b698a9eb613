import { Octokit } from '@octokit/rest'
import { afterAll } from 'vitest'
import {
  type ForgeOptions,
  type RunningForge,
  startForge,
} from '../../lib/adapters/embedded-forge/start-forge.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { type Judge, openapiJudge } from './openapi-judge.ts'

const running: RunningForge[] = []
const scratch = scratchFolder()

afterAll(async () => {
  for (const forge of running) await forge.stop()
})

export interface Started {
  readonly forge: RunningForge
  readonly judge: Judge
  readonly octokit: Octokit
  /** By the token of GitHub Actions, which is an app's. */
  readonly app: Octokit
  readonly at: { readonly owner: string; readonly repo: string }
  readonly dir: string
}

/** A forge with one repository `octo/claims`, ended after the tests of the file; octokit's calls are judged. */
export async function started(
  name: string,
  files: Readonly<Record<string, string>>,
  options: Partial<ForgeOptions> = {},
): Promise<Started> {
  const forge = await startForge({ folder: `${scratch}/${name}`, ...options })
  running.push(forge)
  const { dir } = await forge.createRepository({ owner: 'octo', name: 'claims', files })
  const judge = openapiJudge(forge.url)
  const token = forge.createToken({ login: 'netclaim[bot]', appId: 15368, permissions: 'write' })
  const at = { owner: 'octo', repo: 'claims' }
  return {
    forge,
    judge,
    octokit: client(forge, judge, forge.token),
    app: client(forge, judge, token),
    at,
    dir,
  }
}

export function client(forge: RunningForge, judge: Judge, auth: string): Octokit {
  return new Octokit({ auth, baseUrl: forge.url, request: { fetch: judge.fetch }, log: quiet })
}

function nothing(): void {}
/** No word of a client's. */
export const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }
