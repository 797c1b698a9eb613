import { git } from './git.ts'
import { isObjectId } from './revision.ts'

/** The last commit on the first-parent way to `commit` that changed a file; undefined where none did. */
export async function lastChange(
  repo: string,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const args = ['log', '--first-parent', '-m', '--max-count=1', '--format=%H', commit, '--', path]
  const id = (await git(repo, args)).toString('latin1').split('\n')[0] ?? ''
  return isObjectId(id) ? id : undefined
}
