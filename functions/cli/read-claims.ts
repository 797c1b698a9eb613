import { readFolder } from '../../lib/adapters/folder.ts'
import { readStrayFiles } from '../../lib/adapters/stray-files.ts'
import type { Tree } from '../../lib/domain/document.ts'
import { MAX_STRAYS, strays } from '../stray-paths.ts'
import { namingBoth, type Source } from './folder-or-revision.ts'

/** A whole claims repository, and what lies beside its folders as if it belonged there. */
export async function readClaims(cwd: string, source: Source): Promise<Tree> {
  if (source.kind === 'folder') {
    const tree = readFolder(source.path)
    return new Map([...readStrayFiles(source.path, strays, MAX_STRAYS), ...tree])
  }
  const { word } = source
  const { readRevision } = await import('../../lib/adapters/git.ts')
  const { resolveCommit } = await import('../../lib/adapters/git/revision.ts')
  const { strayPathsAt } = await import('../../lib/adapters/git/stray-paths.ts')
  const commit = await namingBoth(word, () => resolveCommit(cwd, word))
  const tree = await readRevision(cwd, commit)
  const paths = await strayPathsAt(cwd, commit, strays, MAX_STRAYS)
  return paths.length === 0 ? tree : new Map([...(await readRevision(cwd, commit, paths)), ...tree])
}
