import type { Cluster } from '../../lib/ports/cluster.ts'

/** The same cluster, which fails at a call and at all after it, as if the process were gone. */
export function dying(cluster: Cluster, calls: number): Cluster {
  let left = calls
  const once = <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return work(...args)
    }
  }
  return {
    apply: once((object, options) => cluster.apply(object, options)),
    create: once((object) => cluster.create(object)),
    replace: once((object) => cluster.replace(object)),
    get: once((ref) => cluster.get(ref)),
    list: once((kind, options) => cluster.list(kind, options)),
    remove: once((ref, expected) => cluster.remove(ref, expected)),
  }
}
