import { stat } from 'node:fs/promises'
import { printable } from '../../domain/printable.ts'
import { git, gitFailure, gitLine, outside } from './git.ts'
import { runGit } from './run-git.ts'

/** An object id in full: SHA-1 or SHA-256. */
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Is the text a full object id? */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text)
}

/** The id of the commit that a person's revision names; throws `OutsideError` where there is none. */
export async function resolveCommit(repo: string, revision: string): Promise<string> {
  await requireRepository(repo)
  const id = await findCommit(repo, revision)
  if (id === undefined)
    throw outside(`"${printable(revision)}" names no commit in the repository "${printable(repo)}"`)
  return id
}

/** The id of the commit that a revision names; undefined where there is none. */
export async function findCommit(repo: string, revision: string): Promise<string | undefined> {
  // A line feed or NUL is in no name, and a leading `-` is for options.
  if (revision === '' || /[\0\n]|^-/.test(revision)) return undefined
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { code, out } = await runGit(repo, args)
  const id = out.toString('latin1').trim()
  return code === 0 && isObjectId(id) ? id : undefined
}

/** Throws `OutsideError` unless the folder is in a Git repository. */
export async function requireRepository(repo: string): Promise<void> {
  if (!(await isFolder(repo))) throw outside(`there is no folder "${printable(repo)}"`)
  const args = ['rev-parse', '--git-dir']
  const result = await runGit(repo, args)
  if (result.code === 0) return
  if (result.err.includes('not a git repository'))
    throw outside(`the folder "${printable(repo)}" is no Git repository`)
  throw gitFailure(repo, args, result)
}

/** Throws `OutsideError` for a clone whose history is cut: its first parents cannot be walked. */
export async function requireWholeHistory(repo: string): Promise<void> {
  if ((await gitLine(repo, ['rev-parse', '--is-shallow-repository'])) !== 'true') return
  throw outside(
    `the repository "${printable(repo)}" is a shallow clone: run git fetch --unshallow, or clone with full history`,
  )
}

/** The branch that HEAD names, `main`; undefined when HEAD names none. */
export async function headBranch(repo: string): Promise<string | undefined> {
  const { code, out } = await runGit(repo, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
  return code === 0 ? out.toString('utf8').trimEnd() : undefined
}

/** The branch of the claims: the one that is named, else that of a bare repository's HEAD, else `main`. */
export async function mainBranch(repo: string, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const isBare = (await gitLine(repo, ['rev-parse', '--is-bare-repository'])) === 'true'
  return (isBare ? await headBranch(repo) : undefined) ?? 'main'
}

/** All paths, relative to the root, whose content or mode differs between two commits; sorted. */
export async function changedPaths(repo: string, a: string, b: string): Promise<readonly string[]> {
  const ids = [await resolveCommit(repo, a), await resolveCommit(repo, b)]
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', '--no-ext-diff', ...ids]
  const out = await git(repo, [...args, '--'])
  return out.toString('utf8').split('\0').filter(Boolean).toSorted()
}

async function isFolder(path: string): Promise<boolean> {
  if (path.includes('\0')) return false
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
