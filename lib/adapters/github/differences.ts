import { compareText } from '../../domain/compare-text.ts'
import type { Difference } from '../../ports/repository.ts'
import { GitHubError } from './github-error.ts'
import { MAX_WALK_DEPTH, MAX_WALK_FOLDERS, MAX_WALK_NODES } from './limits.ts'
import type { Objects } from './objects.ts'
import { isFolder, nameText, type TreeEntry } from './tree-entry.ts'

/** One folder in both trees; an id is absent where there is none. */
interface Pair {
  readonly path: string
  readonly depth: number
  readonly before: string | undefined
  readonly after: string | undefined
}

/**
 * Every path whose content or mode differs between two trees, by path. Only folders whose ids differ are looked into, a
 * level at a time, so the cost is that of the difference.
 */
export async function differences(
  objects: Objects,
  before: string,
  after: string,
): Promise<ReadonlyMap<string, Difference>> {
  const found: [string, Difference][] = []
  const count = counter()
  let pairs: readonly Pair[] = before === after ? [] : [{ path: '', depth: 0, before, after }]
  while (pairs.length > 0) {
    if ((pairs[0]?.depth ?? 0) > MAX_WALK_DEPTH) throw tooMuch('folders in folders')
    const below = await Promise.all(pairs.map((pair) => compareFolders(objects, pair, count)))
    pairs = below.flatMap((one) => one.folders)
    for (const { files } of below) for (const file of files) found.push(file)
  }
  return new Map(found.sort(([a], [b]) => compareText(a, b)))
}

function tooMuch(what: string): GitHubError {
  return new GitHubError(`two commits differ in more ${what} than can be read`, {
    status: 200,
    retryable: false,
  })
}

/** Counts as they are found: folders in folders can stand for more paths than anybody can hold. */
function counter(): (isFolder: boolean) => void {
  let [folders, files] = [0, 0]
  return (isFolder) => {
    if (isFolder) folders += 1
    else files += 1
    if (folders > MAX_WALK_FOLDERS || files > MAX_WALK_NODES) throw tooMuch('paths')
  }
}

async function compareFolders(
  objects: Objects,
  { path, depth, before, after }: Pair,
  count: (isFolder: boolean) => void,
) {
  const [old, fresh] = await Promise.all([entriesOf(objects, before), entriesOf(objects, after)])
  const folders: Pair[] = []
  const files: [string, Difference][] = []
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, is] = [old.get(key), fresh.get(key)]
    if (isSame(was, is)) continue
    const name = nameText(key.replace(/\/$/, '')).text
    const below = path === '' ? name : `${path}/${name}`
    count(key.endsWith('/'))
    if (!key.endsWith('/')) files.push([below, idsOf(was, is)])
    else folders.push({ path: below, depth: depth + 1, before: was?.id, after: is?.id })
  }
  return { folders, files }
}

function isSame(was: TreeEntry | undefined, is: TreeEntry | undefined): boolean {
  return was?.id === is?.id && was?.mode === is?.mode
}

function idsOf(was: TreeEntry | undefined, is: TreeEntry | undefined): Difference {
  return { ...(was && { before: was.id }), ...(is && { after: is.id }) }
}

/** By name, that of a folder with a slash. */
async function entriesOf(
  objects: Objects,
  id: string | undefined,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = id === undefined ? [] : await objects.tree(id)
  return new Map(entries.map((entry) => [isFolder(entry) ? `${entry.name}/` : entry.name, entry]))
}
