import { runGit } from '../../git/run-git.ts'
import type { ForgeRepository } from '../forge.ts'

/** Bytes of a diff that are read. */
const MAX_DIFF = 8 * 1024 * 1024
/** What a first commit differs from. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** The unified diff of two commits; `from` undefined: of all that `to` has. */
export async function diffOf(
  { dir }: ForgeRepository,
  from: string | undefined,
  to: string,
): Promise<string> {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '-M']
  const args = ['diff', ...plain, from ?? EMPTY_TREE, to, '--']
  const { out } = await runGit(dir, args, { maxBytes: MAX_DIFF })
  return out.toString('utf8')
}
