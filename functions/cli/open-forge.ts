import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Forge } from '../../lib/ports/forge.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { type ForgeCaller, readForgeCaller } from '../configuration/forge-environment.ts'
import { giteaPlace } from '../gitea-context.ts'
import { systemClock } from '../system-clock.ts'
import { type Invocation, UsageError } from './command.ts'

/** A claims repository on a forge, and what is to be cleaned up after it. */
export interface OpenedForge {
  readonly repository: Repository
  readonly forge: Forge
  readonly close: () => void
}

const NAME = /^(?<owner>\w[\w.-]{0,99})\/(?<repo>(?!\.{1,2}$)[\w.-]{1,100})$/

/** The repository that an option names as `OWNER/NAME`, on the forge of the variables. */
export async function openForge(
  { env }: Invocation,
  option: string,
  name: string,
): Promise<OpenedForge> {
  const { owner, repo } = NAME.exec(name)?.groups ?? {}
  if (owner === undefined || repo === undefined)
    throw new UsageError(`--${option}: "${printable(name)}" is no OWNER/NAME`)
  const caller = readForgeCaller(env)
  if (typeof caller === 'string') throw new UsageError(`--${option} needs a forge: ${caller}`)
  return caller.kind === 'github'
    ? onGitHub(caller, { owner, repo })
    : onGitea(caller, `${owner}/${repo}`)
}

function onGitHub(
  { baseUrl, as }: Extract<ForgeCaller, { kind: 'github' }>,
  place: { readonly owner: string; readonly repo: string },
): OpenedForge {
  const clock = systemClock
  const octokit = githubClient({
    auth: 'token' in as ? as : { ...as, ...place },
    clock,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
  const own = 'token' in as ? {} : { appId: as.appId }
  return {
    repository: githubRepository({ octokit, ...place }),
    forge: githubForge({ octokit, ...place, ...own, clock }),
    close: () => undefined,
  }
}

async function onGitea(
  { url, token }: Extract<ForgeCaller, { kind: 'gitea' }>,
  name: string,
): Promise<OpenedForge> {
  const mirrors = mkdtempSync(join(tmpdir(), 'netclaim-mirrors-'))
  const close = () => rmSync(mirrors, { recursive: true, force: true, maxRetries: 5 })
  try {
    const place = await giteaPlace({ url, token, mirrors, name, clock: systemClock })
    return { ...place, close }
  } catch (error) {
    close()
    throw error
  }
}
