import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewCommit } from '../../ports/repository.ts'
import { git, gitLine, outside } from './git.ts'
import { isObjectId } from './revision.ts'

/** Every commit of ours has this author, whoever runs it, so that the same input gives the same id. */
const IDENTITY = 'netclaim <netclaim@localhost>'

/**
 * Writes a commit that no branch has, without a work tree, and gives its id.
 *
 * Only the changed paths are written; the rest of the tree is the parent's. Killed at any time it
 * leaves objects that nothing refers to, which Git clears away by itself.
 */
export async function writeCommit(repo: string, commit: NewCommit): Promise<string> {
  const where = ['--show-object-format', '--path-format=absolute', '--git-path', 'objects']
  const [format = '', ...path] = (await gitLine(repo, ['rev-parse', ...where])).split('\n')
  const objects = path.join('\n')
  const scratch = await mkdtemp(join(tmpdir(), 'netclaim-'))
  try {
    await makeScratchRepository(scratch, format)
    // fast-import wants to set a ref: it sets one in the scratch repository, whose objects are the real ones.
    const out = await git(repo, ['fast-import', '--quiet', '--date-format=raw', '--done'], {
      input: stream(commit),
      env: { GIT_DIR: scratch, GIT_OBJECT_DIRECTORY: objects },
    })
    const id = out.toString('latin1').trim()
    if (!isObjectId(id)) throw outside('git fast-import gave no commit')
    return id
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Makes an empty bare repository of an empty folder, without what a template of the reader's would add. */
export async function makeScratchRepository(dir: string, objectFormat: string): Promise<void> {
  const config = `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = ${objectFormat}\n`
  await mkdir(join(dir, 'refs'))
  await mkdir(join(dir, 'objects'))
  await writeFile(join(dir, 'HEAD'), 'ref: refs/heads/none\n')
  await writeFile(join(dir, 'config'), config)
}

/** The commit in the language of git-fast-import(1). */
function* stream(commit: NewCommit): Generator<string | Buffer> {
  const when = `${commit.seconds} +0000`
  yield `commit refs/heads/scratch\nmark :1\nauthor ${IDENTITY} ${when}\ncommitter ${IDENTITY} ${when}\n`
  yield* data(commit.message)
  if (commit.parent !== undefined) yield `from ${commit.parent}\n`
  const paths = [...commit.changes.keys()].toSorted()
  // What goes is removed first: a folder may take the place of a file.
  for (const path of paths) if (commit.changes.get(path) === undefined) yield `D ${quote(path)}\n`
  for (const path of paths) {
    const text = commit.changes.get(path)
    if (text === undefined) continue
    yield `M 100644 inline ${quote(path)}\n`
    yield* data(text)
  }
  yield '\nget-mark :1\ndone\n'
}

function* data(text: string): Generator<string | Buffer> {
  const bytes = Buffer.from(text, 'utf8')
  yield `data ${bytes.length}\n`
  yield bytes
  yield '\n'
}

/** A path between quotes; a path that could leave the tree is a bug of ours. */
function quote(path: string): string {
  const strays = path.split('/').some((name) => /^(?:|\.\.?|\.git)$/i.test(name))
  if (strays || path.includes('\0')) throw new Error(`path ${JSON.stringify(path)} in a commit`)
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
