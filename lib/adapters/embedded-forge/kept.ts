import type { ForgeRepository } from './forge.ts'

/** Keeps what follows from ids of commits: it holds for ever, and each of it costs a process. */
export function kept<T>() {
  const all = new WeakMap<ForgeRepository, Map<string, Promise<T>>>()
  return (
    repository: ForgeRepository,
    ids: readonly string[],
    find: () => Promise<T>,
  ): Promise<T> => {
    const known = all.get(repository) ?? new Map<string, Promise<T>>()
    all.set(repository, known)
    const key = ids.join(' ')
    const found = known.get(key) ?? find()
    known.set(key, found)
    // What failed may be asked for again.
    found.catch(() => known.delete(key))
    return found
  }
}
