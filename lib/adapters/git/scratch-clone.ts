import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git, gitLine } from './git.ts'
import { requireRepository } from './revision.ts'
import { makeScratchRepository } from './write-commit.ts'

/**
 * Does something beside a repository: in one that has all its objects and none of its branches, and that is gone
 * afterwards. What is written there and not brought over was never anywhere.
 */
export async function inScratchClone<T>(
  repo: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  await requireRepository(repo)
  const where = ['--show-object-format', '--path-format=absolute', '--git-path', 'objects']
  const [format = '', ...path] = (await gitLine(repo, ['rev-parse', ...where])).split('\n')
  const scratch = await mkdtemp(join(tmpdir(), 'netclaim-'))
  try {
    await makeScratchRepository(scratch, format)
    await mkdir(join(scratch, 'objects/info'))
    // Quoted as in C: a path may hold a line feed.
    const alternates = `${JSON.stringify(path.join('\n'))}\n`
    await writeFile(join(scratch, 'objects/info/alternates'), alternates)
    return await work(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Copies a commit, and whatever of its history is missing, from such a clone to its repository; no branch knows of it. */
export async function bringOver(repo: string, scratch: string, commit: string): Promise<void> {
  const ref = 'refs/heads/brought'
  await git(scratch, ['update-ref', ref, commit])
  await git(repo, ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', scratch, ref])
}
