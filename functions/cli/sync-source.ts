import { resolve } from 'node:path'
import { resolveCommit } from '../../lib/adapters/git/revision.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { archiveSource } from '../sync/archive-source.ts'
import { gitSource } from '../sync/git-source.ts'
import type { StateSource } from '../sync/state-source.ts'
import { mainOf } from './claims-repository.ts'
import { type Invocation, UsageError } from './command.ts'
import { credentialOf, isAddress, openRemote } from './remote-repository.ts'
import { wordOf } from './word-of.ts'

/** Where the state comes from, and what is to be cleaned up after it. */
export interface OpenedSource {
  readonly source: StateSource
  /** Where the cluster's own branch is; an archive has none. */
  readonly repository?: Repository
  close(): void
}

/** The clone on this machine, a mirror of what stands at an address, or an archive. */
export async function openSource(invocation: Invocation): Promise<OpenedSource> {
  const archive = wordOf(invocation, 'archive')
  if (archive !== undefined) return openArchive(invocation, archive)
  const word = wordOf(invocation, 'repo') ?? '.'
  return isAddress(word) ? openAddress(invocation, word) : openFolder(invocation, word)
}

function openArchive(invocation: Invocation, url: string): OpenedSource {
  const other = ['repo', 'mirror', 'branch', 'state'].find((name) => name in invocation.options)
  if (other !== undefined) throw new UsageError(`--archive and --${other} exclude each other`)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError('--archive takes an address that begins with https://')
  const source = archiveSource({ url, ...credentialOf(invocation) })
  return { source, close: () => undefined }
}

async function openFolder(invocation: Invocation, word: string): Promise<OpenedSource> {
  const repo = resolve(invocation.terminal.cwd, word)
  if (wordOf(invocation, 'mirror') !== undefined)
    throw new UsageError('--mirror needs an address in --repo')
  const repository = await gitRepository({ repo })
  const main = await mainOf(invocation, repo)
  const state = wordOf(invocation, 'state')
  const commit = state === undefined ? {} : { commit: await resolveCommit(repo, state) }
  const source = gitSource(repository, { main, ...commit })
  return { source, repository, close: () => undefined }
}

async function openAddress(invocation: Invocation, url: string): Promise<OpenedSource> {
  const { repository, close } = await openRemote(invocation, url)
  const main = wordOf(invocation, 'branch') ?? 'main'
  const commit = wordOf(invocation, 'state')
  const source = gitSource(repository, { main, ...(commit ? { commit } : {}) })
  return { source, repository, close }
}
