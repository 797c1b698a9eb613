import {
  type Excess,
  environmentFolder,
  environmentTally,
} from '../../domain/rules/environment-limits.ts'
import type { Listing, TreeItem } from '../../domain/tree-listing.ts'
import { git, gitFailure, outside } from './git.ts'
import { MAX_LISTING_BYTES, MAX_SPARE_BYTES } from './limits.ts'
import { runGit } from './run-git.ts'
import { readRecord, recordReader } from './tree-records.ts'

/** Paths given to one run of git: at most 1 MiB of arguments, by 255 bytes a name. */
const MAX_ARGUMENTS = 4_000

/** All files of a commit, or those below prefixes (folders or files, `environments/a/`). */
export async function listTree(
  repo: string,
  commit: string,
  prefixes: readonly string[] = [],
): Promise<Listing> {
  const excess = new Map<string, Excess>()
  let paths = prefixes.filter((prefix) => prefix !== '' && !prefix.includes('\0'))
  if (prefixes.length > 0 && paths.length === 0) return { items: [], excess }
  for (;;) {
    const found = await listPaths(repo, commit, paths)
    for (const [folder, first] of found.excess) excess.set(folder, first)
    if (found.isWhole) return { items: found.items, excess }
    paths = await pathsWithout(excess, paths, (folder) => namesIn(repo, commit, folder))
    if (paths.length === 0) return { items: [], excess }
  }
}

/** Lists the paths; not to the end where one environment has much more than it may. */
async function listPaths(repo: string, commit: string, paths: readonly string[]) {
  const sink = listingSink()
  for (let at = 0; at === 0 || at < paths.length; at += MAX_ARGUMENTS) {
    const some = paths.slice(at, at + MAX_ARGUMENTS)
    const args = ['ls-tree', '-r', '-z', '--full-tree', '--', commit, ...some]
    const result = await runGit(repo, args, { onData: sink.onData, stop: sink.stop })
    if (sink.isTooLarge()) throw outside(`git ls-tree gives more than ${MAX_LISTING_BYTES} bytes`)
    if (sink.stop.aborted) break
    if (result.code !== 0) throw gitFailure(repo, args, result)
  }
  const { items, excess } = sink
  const isWithin = ({ path }: TreeItem) => !excess.has(environmentFolder(path) ?? '')
  return {
    items: excess.size === 0 ? items : items.filter(isWithin),
    excess,
    isWhole: !sink.stop.aborted,
  }
}

/** Takes the output of `ls-tree`; stops git where it is mostly spare. */
function listingSink() {
  const tally = environmentTally()
  const abort = new AbortController()
  const items: TreeItem[] = []
  let [kept, spare] = [0, 0]
  const onRecord = (record: Buffer): void => {
    const item = readRecord(record)
    if (tally.add(item.path, item.pathBytes, 0) === undefined) {
      items.push(item)
      kept += record.length
    } else spare += record.length
  }
  const read = recordReader(onRecord)
  const onData = (chunk: Buffer): void => {
    if (abort.signal.aborted) return
    read(chunk)
    if (spare > MAX_SPARE_BYTES || kept > MAX_LISTING_BYTES) abort.abort()
  }
  return {
    items,
    excess: tally.excess,
    stop: abort.signal,
    onData,
    isTooLarge: () => kept > MAX_LISTING_BYTES,
  }
}

/** The paths but for those in folders with an excess; `environments` becomes the folders in it. */
async function pathsWithout(
  excess: ReadonlyMap<string, Excess>,
  paths: readonly string[],
  namesIn: (folder: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const all = paths.length === 0 ? await namesIn('') : paths
  const left = new Set<string>()
  for (const path of all) {
    const isTop = path === 'environments' || path === 'environments/'
    for (const one of isTop ? await namesIn('environments/') : [path]) {
      if (!excess.has(environmentFolder(`${one}/`) ?? '')) left.add(one)
    }
  }
  return [...left]
}

async function namesIn(repo: string, commit: string, folder: string): Promise<readonly string[]> {
  const args = ['ls-tree', '-z', '--name-only', '--full-tree', '--', commit]
  const out = await git(repo, folder === '' ? args : [...args, folder])
  return out.toString('utf8').split('\0').filter(Boolean)
}
