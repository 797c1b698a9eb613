import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Invocation } from './command.ts'
import { wordOf } from './word-of.ts'

const ADDRESS = /^(?:https?|ssh|file|git):\/\//

/** Is it the address of a repository, and no folder? */
export function isAddress(word: string): boolean {
  return ADDRESS.test(word)
}

/** How a remote lets us in, by the environment. */
export function credentialOf({ env }: Invocation): { readonly authorization?: string } {
  const authorization = env['NETCLAIM_GIT_AUTHORIZATION']
  return authorization ? { authorization } : {}
}

/** A mirror of what stands at an address, in the folder of `--mirror` or in one that is removed by `close`. */
export async function openRemote(
  invocation: Invocation,
  url: string,
): Promise<{ readonly repository: Repository; readonly close: () => void }> {
  const named = wordOf(invocation, 'mirror')
  const scratch = named === undefined ? mkdtempSync(join(tmpdir(), 'netclaim-mirror-')) : undefined
  const folder =
    scratch === undefined ? resolve(invocation.terminal.cwd, named ?? '') : join(scratch, 'mirror')
  const close = () => {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const repository = await gitMirror({ folder, url, ...credentialOf(invocation) })
    return { repository, close }
  } catch (error) {
    close()
    throw error
  }
}
