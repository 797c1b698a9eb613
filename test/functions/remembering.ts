import type { Repository } from '../../lib/ports/repository.ts'

/** What was read by commit ids; the same for every copy of a repository. */
export type Memory = Map<string, Promise<unknown>>

/** A repository that reads each commit once: most of the time of these tests is starting git. */
export function remembering(repository: Repository, memory: Memory): Repository {
  function once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = memory.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const fresh = read()
    memory.set(key, fresh)
    // What fails may be there later.
    fresh.catch(() => memory.delete(key))
    return fresh
  }
  return {
    ...repository,
    commit: (id) => once(`commit ${id}`, () => repository.commit(id)),
    firstParents: (from, to) =>
      once(`parents ${from} ${to}`, () => repository.firstParents(from, to)),
    log: (tip, limit) => once(`log ${tip} ${limit}`, () => repository.log(tip, limit)),
    mergeBase: (one, other) => once(`base ${one} ${other}`, () => repository.mergeBase(one, other)),
    differences: (from, to) =>
      once(`differences ${from} ${to}`, () => repository.differences(from, to)),
    readTree: (commit) => once(`tree ${commit}`, () => repository.readTree(commit)),
    readState: (commit, paths) =>
      once(`state ${commit} ${paths?.join('\0')}`, () => repository.readState(commit, paths)),
    async isAncestor(older, newer) {
      const key = `ancestor ${older} ${newer}`
      const is = await once(key, () => repository.isAncestor(older, newer))
      if (!is) memory.delete(key)
      return is
    },
    async snapshot(commit) {
      const snapshot = await repository.snapshot(commit)
      return {
        names: (folder) => once(`names ${commit} ${folder}`, () => snapshot.names(folder)),
        read: (paths) => once(`read ${commit} ${paths.join('\0')}`, () => snapshot.read(paths)),
      }
    },
  }
}
