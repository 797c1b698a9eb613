import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { git } from '../../git/git.ts'

/** An entry to be set in a tree, or to be taken out of it. */
export type TreeChange =
  | { readonly path: string; readonly mode: string; readonly id: string }
  | { readonly path: string; readonly mode: string; readonly content: Buffer }
  | { readonly path: string; readonly gone: true }

/**
 * Writes a tree: the base's, or an empty one, with the changes in it, and gives its id. Only folders that
 * change are read and written.
 */
export async function writeTree(
  dir: string,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'netclaim-forge-'))
  try {
    await makeScratchRepository(scratch)
    // fast-import wants to set a ref: it sets one in the scratch repository, whose objects are the real ones.
    const out = await git(dir, ['fast-import', '--quiet', '--date-format=raw', '--done'], {
      input: stream(base, changes),
      env: { GIT_DIR: scratch, GIT_OBJECT_DIRECTORY: resolve(dir, 'objects') },
    })
    const id = /^[0-7]+ tree ([0-9a-f]+)\t/.exec(out.toString('latin1'))?.[1]
    // An empty tree is "missing" to fast-import; its id is Git's own.
    return id ?? (await git(dir, ['mktree'], { input: '' })).toString('latin1').trim()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function makeScratchRepository(dir: string): Promise<void> {
  await mkdir(join(dir, 'refs'))
  await mkdir(join(dir, 'objects'))
  await writeFile(join(dir, 'HEAD'), 'ref: refs/heads/none\n')
  await writeFile(join(dir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
}

/** A commit in the language of git-fast-import(1) that is thrown away; its tree is what is asked for. */
function* stream(
  base: string | undefined,
  changes: readonly TreeChange[],
): Generator<string | Buffer> {
  yield 'commit refs/heads/scratch\ncommitter forge <forge@localhost> 0 +0000\ndata 0\n'
  if (base !== undefined) yield `M 040000 ${base} ""\n`
  for (const change of changes) {
    const path = quote(change.path)
    if ('gone' in change) yield `D ${path}\n`
    else if ('id' in change) yield `M ${change.mode} ${change.id} ${path}\n`
    else {
      yield `M ${change.mode} inline ${path}\ndata ${change.content.length}\n`
      yield change.content
      yield '\n'
    }
  }
  yield 'ls ""\ndone\n'
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
