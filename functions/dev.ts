import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningForge, startForge } from '../lib/adapters/embedded-forge/start-forge.ts'
import { githubClient } from '../lib/adapters/github/client.ts'
import { readConfiguration } from './configuration.ts'
import { examplePulls } from './dev/example-pulls.ts'
import { makeFirst, pushBranch } from './dev/first-repository.ts'
import type { Log } from './log.ts'
import { nodeWork } from './serve/node-work.ts'
import { serve } from './serve.ts'
import { systemClock } from './system-clock.ts'

export interface DevOptions {
  /** Keeps everything: what an earlier run left there is gone on with. */
  readonly folder: string
  /** Where the forge's page and API listen on 127.0.0.1; 0: a free one. */
  readonly port: number
  readonly log: Log
  /** Told what is being made, which takes some seconds. */
  readonly step: (what: string) => void
}

/** A forge with one claims repository, and the functions that serve it. */
export interface Dev {
  /** The page of the claims repository. */
  readonly page: string
  /** A clone of it to work in. */
  readonly clone: string
  /** What a command is told to call the forge as the person to whom the repository belongs. */
  readonly variables: { readonly NETCLAIM_FORGE_URL: string; readonly GITHUB_TOKEN: string }
  stop(): Promise<void>
}

const OWNER = 'you'
const NAME = 'claims'
/** How often it is looked for what git pushed. */
const SCAN_MS = 500
const STOP_MS = 10_000

/** Starts all of it in one process, on loopback. Throws `OutsideError` where the folder or the port cannot be had. */
export async function dev({ folder, port, log, step }: DevOptions): Promise<Dev> {
  const clone = join(folder, NAME)
  const isNew = !existsSync(clone)
  const secret = randomBytes(24).toString('hex')
  mkdirSync(folder, { recursive: true })
  const forge = await startForge({
    folder: join(folder, 'forge'),
    port,
    webhook: {
      url: 'http://localhost/webhooks/github',
      secret,
      // Where the functions listen is known after the forge, which they are told of.
      fetch: (request) =>
        fetch(new Request(`http://127.0.0.1:${served.port}/webhooks/github`, request)),
    },
  })
  if (isNew) {
    step('making a claims repository')
    const { dir } = await forge.createRepository({ owner: OWNER, name: NAME })
    await makeFirst(clone, dir)
    forge.addRuleset(`${OWNER}/${NAME}`, requiredCheck(forge.app.id))
  }
  const served = await serve({
    configuration: readConfiguration({
      NETCLAIM_FORGE_URL: `${forge.url}/api/v3`,
      NETCLAIM_APP_ID: String(forge.app.id),
      NETCLAIM_PRIVATE_KEY: forge.app.privateKey,
      NETCLAIM_REPOSITORIES: `${OWNER}/${NAME}`,
      NETCLAIM_WEBHOOK_SECRET: secret,
    }),
    // Nobody else writes to this forge.
    work: nodeWork(join(folder, 'mirrors'), 0),
    log,
    port: 0,
    hostname: '127.0.0.1',
    sweepMs: 60_000,
    atOnce: 1,
    stopMs: STOP_MS,
  })
  await forge.scan()
  if (isNew) {
    step('opening pull requests')
    await openExamples(clone, { url: forge.url, token: forge.token })
  }
  let scanning = Promise.resolve()
  const timer = setInterval(() => {
    scanning = scanning.then(() => forge.scan())
  }, SCAN_MS)
  return {
    page: `${forge.url}/${OWNER}/${NAME}`,
    clone,
    variables: { NETCLAIM_FORGE_URL: `${forge.url}/api/v3`, GITHUB_TOKEN: forge.token },
    async stop() {
      clearInterval(timer)
      await scanning
      await served.stop()
      await forge.stop()
    },
  }
}

/** What is not green is not merged, as the operator's guide sets GitHub up. */
function requiredCheck(integration_id: number): Parameters<RunningForge['addRuleset']>[1] {
  const parameters = {
    strict_required_status_checks_policy: false,
    required_status_checks: [{ context: 'netclaim', integration_id }],
  }
  return {
    name: 'main',
    target: 'branch',
    enforcement: 'active',
    bypass_actors: [],
    conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
    rules: [{ type: 'required_status_checks', parameters }],
  }
}

async function openExamples(
  clone: string,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<void> {
  const octokit = githubClient({ baseUrl: url, auth: { token }, clock: systemClock })
  for (const { branch, title, files } of examplePulls) {
    await pushBranch(clone, branch, { files, message: title })
    await octokit.pulls.create({ owner: OWNER, repo: NAME, head: branch, base: 'main', title })
  }
}
