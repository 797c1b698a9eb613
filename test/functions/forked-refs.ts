import type { NewCommit, Repository } from '../../lib/ports/repository.ts'
import type { Memory } from './remembering.ts'

/** Branches and their tips. */
export type Refs = Map<string, string>

/** The commits of a repository with branches of their own in memory: hundreds of forks start no process. */
export function forkedRefs(repository: Repository, refs: Refs, memory: Memory): Repository {
  return {
    ...repository,
    async tips({ names, below }) {
      const isWanted = (name: string) =>
        names.includes(name) || below.some((prefix) => name.startsWith(prefix))
      return new Map([...refs].filter(([name]) => isWanted(name)))
    },
    async move(branch, to, from) {
      if (refs.get(branch) !== from) return false
      refs.set(branch, to)
      return true
    },
    write(commit) {
      // The same commit has the same id, and is there since the first time.
      const key = `write ${keyOf(commit)}`
      const known = memory.get(key) as Promise<string> | undefined
      const written = known ?? repository.write(commit)
      memory.set(key, written)
      return written
    },
  }
}

function keyOf({ changes, ...rest }: NewCommit): string {
  const files = [...changes].map(([path, text]) => [path, text ?? null])
  return JSON.stringify([rest, files])
}
