import type { Difference } from '../../ports/repository.ts'
import { git } from './git.ts'
import { MAX_DIFFERENCES_BYTES, MAX_LISTING_BYTES } from './limits.ts'

/** Paths in which two commits differ, with the ids of what stands there; a path is decoded as UTF-8, what is none gets U+FFFD. */
export async function differences(
  repo: string,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, Difference>> {
  await requireFinite(repo, to)
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--no-ext-diff', '--raw', '--no-abbrev']
  const out = await git(repo, [...args, from, to, '--'], {
    maxBytes: MAX_DIFFERENCES_BYTES,
  })
  const records = out.toString('utf8').split('\0')
  const found = new Map<string, Difference>()
  for (let at = 0; at + 1 < records.length; at += 2) {
    const [, , before = '', after = ''] = records[at]?.split(' ') ?? []
    found.set(records[at + 1] ?? '', { ...idOf('before', before), ...idOf('after', after) })
  }
  return found
}

/**
 * Git looks for every difference before it tells the first, and has no end of memory for a tree that holds itself many
 * times over; a list it tells at once. Throws `OutsideError`.
 */
async function requireFinite(repo: string, commit: string): Promise<void> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--', commit]
  await git(repo, args, { maxBytes: MAX_LISTING_BYTES, onData: () => undefined })
}

/** Nothing is all zeros. */
function idOf(side: 'before' | 'after', id: string): Difference {
  return /^0*$/.test(id) ? {} : { [side]: id }
}
