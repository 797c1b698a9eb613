import { printable } from '../../domain/printable.ts'
import { git, outside } from '../git/git.ts'
import { isObjectId } from '../git/revision.ts'
import { runGit } from '../git/run-git.ts'

const REMOTE = 'origin'

/** What a job needs of its repository from the start. */
export interface JobClone {
  /** An empty folder. */
  readonly folder: string
  readonly url: string
  /** The branch of the claims. */
  readonly main: string
}

/**
 * Makes a bare repository with `main` and Netclaim's own branches, whole. Nothing is checked out, no template is copied
 * and no hook is run. Throws `OutsideError`, `retryable`, when the remote cannot be read.
 */
export async function cloneForJob({ folder, url, main }: JobClone): Promise<void> {
  await git(folder, ['init', '--quiet', '--bare', '--template='])
  await git(folder, ['remote', 'add', '--', REMOTE, url])
  // Kept under names, so that a later fetch need not bring them again.
  const kept = [main, 'netclaim/*'].map((name) => `+refs/heads/${name}:refs/remotes/origin/${name}`)
  await fetch(folder, kept)
}

/** Brings one commit by its id, or by the ref that it is reached from where the server gives no ids. */
export async function fetchCommit(folder: string, id: string, ref: string): Promise<void> {
  if (!isObjectId(id)) throw new Error('no id of a commit')
  if (await isThere(folder, id)) return
  const byId = await runGit(folder, fetchArguments([id]))
  if (byId.code !== 0) await fetch(folder, [ref])
  if (await isThere(folder, id)) return
  throw outside(`commit ${id} is not to be had: "${printable(ref)}" has moved on`, true)
}

/** Heads of pull requests that are fetched in one go. */
const CHUNK = 100

/** Brings the heads of pull requests. One that is gone costs those beside it, which are then judged anew. */
export async function fetchPullRequests(folder: string, numbers: readonly number[]): Promise<void> {
  for (let n = 0; n < numbers.length; n += CHUNK)
    await runGit(
      folder,
      fetchArguments(
        numbers
          .slice(n, n + CHUNK)
          .map((number) => `+refs/pull/${number}/head:refs/remotes/origin/pull/${number}`),
      ),
    )
}

async function isThere(folder: string, id: string): Promise<boolean> {
  return (await runGit(folder, ['cat-file', '-e', `${id}^{commit}`])).code === 0
}

async function fetch(folder: string, refs: readonly string[]): Promise<void> {
  await git(folder, fetchArguments(refs))
}

function fetchArguments(refs: readonly string[]): readonly string[] {
  return ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', REMOTE, ...refs]
}
