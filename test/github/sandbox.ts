import { afterAll } from 'vitest'
import { type RunningForge, startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import type { Call } from '../../lib/adapters/github/call.ts'
import { type GitHubClientOptions, githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { handClock } from './clock.ts'

const running: RunningForge[] = []
const scratch = scratchFolder()

afterAll(async () => {
  for (const forge of running) await forge.stop()
})

/** An embedded forge with one repository, `octo/claims`, ended after the tests of the file. */
export async function forgeWith(
  name: string,
  files: Readonly<Record<string, string>> = { 'README.md': '#\n' },
) {
  const forge = await startForge({ folder: `${scratch}/${name}`, inMemory: true })
  running.push(forge)
  const { dir } = await forge.createRepository({ owner: 'octo', name: 'claims', files })
  return { forge, dir }
}

/** Calls it as our app, without a wait between writes; `calls` tells what went out. */
export function appOf(forge: RunningForge, options: Partial<GitHubClientOptions> = {}) {
  const at = { owner: 'octo', repo: 'claims' }
  const clock = handClock()
  const calls: Call[] = []
  const { id: appId, installationId: installation, privateKey = '' } = forge.app
  const octokit = githubClient({
    baseUrl: `${forge.url}/api/v3`,
    auth: { appId, privateKey, installation, ...at },
    clock,
    writeGapMs: 0,
    onCall: (call) => calls.push(call),
    ...options,
  })
  return {
    octokit,
    calls,
    clock,
    repository: githubRepository({ octokit, ...at }),
    forge: githubForge({ octokit, ...at, appId, clock }),
  }
}
