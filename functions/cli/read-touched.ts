import { resolve } from 'node:path'
import type { CheckRequest } from '../../lib/pipeline/check-request.ts'
import { isFolder, namingBoth } from './folder-or-revision.ts'

/** Head, base and state as revisions of one repository. */
export interface Revisions {
  readonly head: string
  readonly base: string
  readonly state: string
}

/** The three revisions, when all three are revisions: then only what differs has to be read. */
export function revisionsOf(
  cwd: string,
  from: (name: string) => string | undefined,
): Revisions | undefined {
  const [head, base, state] = [from('head'), from('base'), from('state')]
  if (head === undefined || base === undefined || state === undefined) return undefined
  const words = { head, base, state }
  return Object.values(words).some((word) => isFolder(resolve(cwd, word))) ? undefined : words
}

/** Reads from the repository what the change can touch. */
export async function readTouched(
  cwd: string,
  words: Revisions,
  rest: Pick<CheckRequest, 'facts' | 'engine'>,
): Promise<CheckRequest> {
  const { changedPaths, resolveCommit } = await import('../../lib/adapters/git/revision.ts')
  const { claimsSnapshot, stateSnapshot } = await import('../../lib/adapters/git/snapshot.ts')
  const { loadCheck } = await import('../load-check.ts')
  const commitOf = (word: string) => namingBoth(word, () => resolveCommit(cwd, word))
  const [head, base, state] = [
    await commitOf(words.head),
    await commitOf(words.base),
    await commitOf(words.state),
  ]
  return loadCheck({
    head: claimsSnapshot(cwd, head),
    base: claimsSnapshot(cwd, base),
    state: stateSnapshot(cwd, state),
    changed: await changedPaths(cwd, head, base),
    ...rest,
  })
}
