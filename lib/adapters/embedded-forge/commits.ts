import { isAncestor } from '../git.ts'
import { notFound } from './api-error.ts'
import { type Forge, type ForgeRepository } from './forge.ts'
import { type CommitObject, formatCommit, parseCommit } from './git/commit-object.ts'
import { writeObject } from './git/write-object.ts'
import { kept } from './kept.ts'

/** A commit with its id. */
export interface Commit extends CommitObject {
  readonly id: string
}

const ID = /^[0-9a-f]{40}$/

export function isId(text: string): boolean {
  return ID.test(text)
}

/** Throws 404 where there is no such commit. */
export async function readCommit(repository: ForgeRepository, id: string): Promise<Commit> {
  const found = await findCommit(repository, id)
  if (found === undefined) throw notFound()
  return found
}

export async function findCommit(
  repository: ForgeRepository,
  id: string,
): Promise<Commit | undefined> {
  const object = isId(id) ? await repository.objects.read(id) : undefined
  return object?.type === 'commit' ? { ...parseCommit(object.content), id } : undefined
}

/** Where a ref is, as a reader sees it that may be behind. */
export async function readRef(
  repository: ForgeRepository,
  ref: string,
): Promise<string | undefined> {
  const lag = repository.lagging.get(ref)
  if (lag !== undefined && lag.left > 0) {
    lag.left -= 1
    return lag.tip
  }
  return tipOf(repository, ref)
}

/** Where a ref is. */
export async function tipOf(repository: ForgeRepository, ref: string): Promise<string | undefined> {
  return (await repository.objects.read(ref))?.id
}

/** The commit that a person's word means: an id, a branch, a tag, a whole ref. */
export async function resolveCommit(
  repository: ForgeRepository,
  word: string,
): Promise<Commit | undefined> {
  if (isId(word)) return findCommit(repository, word)
  const refs = word.startsWith('refs/')
    ? [word]
    : [`refs/heads/${word}`, `refs/tags/${word}`, `refs/${word}`]
  for (const ref of word === 'HEAD' ? [`refs/heads/${repository.records.defaultBranch}`] : refs) {
    const tip = await readRef(repository, ref)
    if (tip !== undefined) return findCommit(repository, tip)
  }
  return undefined
}

const reached = kept<boolean>()

/** Is `older` reached from `newer`? False also for a commit that is not here. */
export async function reaches(
  repository: ForgeRepository,
  older: string,
  newer: string,
): Promise<boolean> {
  const [first, last] = [await findCommit(repository, older), await findCommit(repository, newer)]
  if (first === undefined || last === undefined) return false
  // Mostly it is the parent; only the rest is worth a process.
  if (older === newer || last.parents.includes(older)) return true
  return reached(repository, [older, newer], () => isAncestor(repository.dir, older, newer))
}

/** What a new commit may leave to the forge. */
export interface CommitDraft {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly author?: Partial<CommitObject['author']> | undefined
  readonly committer?: Partial<CommitObject['author']> | undefined
}

/** What stands in for GitHub's signature: nobody can verify it, and everybody can see that the forge made it. */
const SIGNATURE =
  '-----BEGIN PGP SIGNATURE-----\n\nYnkgdGhlIGVtYmVkZGVkIGZvcmdl\n-----END PGP SIGNATURE-----\n'

/** Writes a commit; one that names nobody is signed by the forge. */
export async function writeCommitObject(
  forge: Forge,
  repository: ForgeRepository,
  draft: CommitDraft & { readonly login: string },
): Promise<string> {
  const seconds = Math.floor(forge.now() / 1000)
  const self = { name: draft.login, email: emailOf(draft.login), seconds }
  const isOurs = draft.author === undefined && draft.committer === undefined
  const author = { ...self, ...draft.author }
  const committer = isOurs
    ? { name: 'GitHub', email: 'noreply@github.com', seconds }
    : { ...author, ...draft.committer }
  const { tree, parents, message } = draft
  const commit = { tree, parents, message, author, committer }
  const bytes = formatCommit(isOurs ? { ...commit, signature: SIGNATURE } : commit)
  return writeObject(repository.dir, 'commit', Buffer.from(bytes))
}

export function emailOf(login: string): string {
  return `${login}@users.noreply.github.com`
}
