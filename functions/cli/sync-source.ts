import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import { bareHeadBranch, resolveCommit } from '../../lib/adapters/git/revision.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { gitSource } from '../sync/git-source.ts'
import type { StateSource } from '../sync/state-source.ts'
import { type Invocation, UsageError } from './command.ts'
import { wordOf } from './word-of.ts'

/** Where the state comes from, and what is to be cleaned up after it. */
export interface OpenedSource {
  readonly source: StateSource
  close(): void
}

const ADDRESS = /^(?:https?|ssh|file|git):\/\//

/** The clone on this machine, or a mirror of what stands at an address. */
export async function openSource(invocation: Invocation): Promise<OpenedSource> {
  const word = wordOf(invocation, 'repo') ?? '.'
  return ADDRESS.test(word) ? openAddress(invocation, word) : openFolder(invocation, word)
}

async function openFolder(invocation: Invocation, word: string): Promise<OpenedSource> {
  const repo = resolve(invocation.terminal.cwd, word)
  if (wordOf(invocation, 'mirror') !== undefined)
    throw new UsageError('--mirror needs an address in --repo')
  const repository = await gitRepository({ repo })
  const main = wordOf(invocation, 'branch') ?? (await bareHeadBranch(repo)) ?? 'main'
  const state = wordOf(invocation, 'state')
  const commit = state === undefined ? {} : { commit: await resolveCommit(repo, state) }
  return { source: gitSource(repository, { main, ...commit }), close: () => undefined }
}

async function openAddress(invocation: Invocation, url: string): Promise<OpenedSource> {
  const named = wordOf(invocation, 'mirror')
  const scratch = named === undefined ? mkdtempSync(join(tmpdir(), 'netclaim-sync-')) : undefined
  const folder =
    scratch === undefined ? resolve(invocation.terminal.cwd, named ?? '') : join(scratch, 'mirror')
  const close = () => {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const authorization = invocation.env['NETCLAIM_GIT_AUTHORIZATION']
    const credential = authorization ? { authorization } : {}
    const repository = await gitMirror({ folder, url, ...credential })
    const main = wordOf(invocation, 'branch') ?? 'main'
    const commit = wordOf(invocation, 'state')
    return { source: gitSource(repository, { main, ...(commit ? { commit } : {}) }), close }
  } catch (error) {
    close()
    throw error
  }
}
