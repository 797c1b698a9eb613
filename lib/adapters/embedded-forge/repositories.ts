import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '../git/git.ts'
import { writeCommitObject } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { ZEROS } from './git/update-refs.ts'
import { writeTree } from './git/write-tree.ts'
import { type Folder, openRepository } from './open-repository.ts'
import { move, readTips } from './scan.ts'

export interface NewRepository {
  readonly owner: string
  readonly name: string
  /** What its first commit holds, by path; it has no commit where nothing is named. */
  readonly files?: Readonly<Record<string, string>>
}

/** First parts of addresses that are the API's, so that no owner can have such a name. */
const API = /^\/(?:api|app|codeload|graphql|installation|rate_limit|repos|user)(?:\/|$)/

/** Whether a request is meant for the API, not for a person's page. */
export function isCall(request: Request): boolean {
  return API.test(new URL(request.url).pathname)
}

/** Names of owners and repositories that GitHub takes. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Opens what an earlier forge left in the folder. */
export async function openRepositories(forge: Forge, { folder, inMemory }: Folder): Promise<void> {
  if (inMemory === true) return
  for (const file of globSync('*/*.git.json', { cwd: folder }).toSorted()) {
    const [owner = '', name = ''] = file.replace(/\.git\.json$/, '').split(/[/\\]/)
    if (existsSync(join(folder, owner, `${name}.git`)))
      openRepository(forge, { folder }, { owner, name, id: 0 })
  }
}

/** Makes a bare repository whose default branch is `main`. */
export async function createRepository(
  forge: Forge,
  { folder, inMemory = false }: Folder,
  { owner, name, files }: NewRepository,
): Promise<ForgeRepository> {
  refuseTaken(forge, owner, name)
  mkdirSync(join(folder, owner), { recursive: true })
  await git(join(folder, owner), [
    'init',
    '--quiet',
    '--bare',
    '--initial-branch=main',
    `${name}.git`,
  ])
  const repository = openRepository(forge, { folder, inMemory }, { owner, name, id: nextId(forge) })
  await configure(repository)
  if (files !== undefined) await firstCommit(forge, repository, files)
  return repository
}

/** A copy of another owner, whose branches can become pull requests against the first. */
export async function forkRepository(
  forge: Forge,
  { folder, inMemory = false }: Folder,
  parent: ForgeRepository,
  owner: string,
): Promise<ForgeRepository> {
  const { name } = parent.records
  refuseTaken(forge, owner, name)
  mkdirSync(join(folder, owner), { recursive: true })
  await git(join(folder, owner), ['clone', '--quiet', '--bare', parent.dir, `${name}.git`])
  const of = { owner, name, id: nextId(forge), parent: parent.fullName }
  const repository = openRepository(forge, { folder, inMemory }, of)
  await configure(repository)
  // Nobody is told of what the fork was born with.
  for (const [ref, tip] of await readTips(repository)) repository.records.tips.set(ref, tip)
  repository.touch()
  return repository
}

function refuseTaken(forge: Forge, owner: string, name: string): void {
  if (API.test(`/${owner}`) || !NAME.test(owner) || !NAME.test(name))
    throw new Error(`"${owner}/${name}" is no name of a repository`)
  if (forge.repositories.has(`${owner}/${name}`.toLowerCase()))
    throw new Error(`there is a repository ${owner}/${name}`)
}

/** A fork's commits are fetched by their ids. */
async function configure({ dir }: ForgeRepository): Promise<void> {
  await git(dir, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
}

function nextId(forge: Forge): number {
  return Math.max(0, ...[...forge.repositories.values()].map(({ records }) => records.id)) + 1
}

async function firstCommit(
  forge: Forge,
  repository: ForgeRepository,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const changes = Object.entries(files).map(([path, text]) => ({
    path,
    mode: '100644',
    content: Buffer.from(text),
  }))
  const tree = await writeTree(repository.dir, undefined, changes)
  const login = repository.records.owner
  const to = await writeCommitObject(forge, repository, {
    tree,
    parents: [],
    message: 'first',
    login,
  })
  await move(forge, repository, [{ ref: 'refs/heads/main', from: ZEROS, to }], login)
}
