import { existsSync, readdirSync } from 'node:fs'
import { git, outside } from '../../lib/adapters/git/git.ts'
import { findCommit, headBranch } from '../../lib/adapters/git/revision.ts'
import { runGit } from '../../lib/adapters/git/run-git.ts'
import { printable } from '../../lib/domain/printable.ts'

/** What `init` finds: a place for everything, or a repository that may lack only its state branch. */
export type Found = 'empty' | 'repository'

/** Looks at the folder. Throws `OutsideError` for one that holds anything else. */
export async function lookAtFolder(dir: string): Promise<Found> {
  if (!existsSync(dir)) return 'empty'
  const hasCommits = (await isRoot(dir)) && (await findCommit(dir, 'HEAD')) !== undefined
  if (hasCommits) return 'repository'
  if (namesIn(dir).every((name) => name === '.git')) return 'empty'
  throw outside(`the folder "${printable(dir)}" is not empty`)
}

/** Throws `OutsideError` for a folder that holds anything. */
export function requireEmpty(dir: string): void {
  if (existsSync(dir) && namesIn(dir).length > 0)
    throw outside(`the folder "${printable(dir)}" is not empty`)
}

/** A path as a shell takes it for one word. */
export function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${printable(word, 4096).replaceAll("'", `'\\''`)}'`
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch {
    throw outside(`"${printable(dir)}" is no folder that can be read`)
  }
}

/** Is the folder itself a repository, rather than a folder inside one? */
async function isRoot(dir: string): Promise<boolean> {
  try {
    const { code, out } = await runGit(dir, ['rev-parse', '--is-bare-repository', '--show-prefix'])
    return code === 0 && /^(?:true\n|false\n\n?$)/.test(out.toString('utf8'))
  } catch {
    return false
  }
}

/** Makes the folder a repository, unless it is one, whose first branch is `main`. */
export async function makeRepository(dir: string): Promise<void> {
  await git(dir, ['init', '--quiet', '--initial-branch=main'])
  if ((await headBranch(dir)) !== 'main')
    await git(dir, ['symbolic-ref', 'HEAD', 'refs/heads/main'])
}

/** Commits all files, by the person whom Git's configuration names, else by `netclaim`. */
export async function firstCommit(
  dir: string,
  message = 'Begin with the example of every claim',
): Promise<void> {
  await git(dir, ['add', '--all'])
  const author = (await hasIdentity(dir))
    ? []
    : ['-c', 'user.name=netclaim', '-c', 'user.email=netclaim@localhost']
  await git(dir, [...author, 'commit', '--quiet', '--no-gpg-sign', '--no-verify', '-m', message])
}

async function hasIdentity(dir: string): Promise<boolean> {
  const settings = await Promise.all(
    ['user.name', 'user.email'].map((name) => runGit(dir, ['config', '--get', name])),
  )
  return settings.every(({ code }) => code === 0)
}
