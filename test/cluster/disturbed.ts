import type { Cluster } from '../../lib/ports/cluster.ts'

/** The same cluster, to which something is done once, just before its nth apply or removal (from 1) is sent. */
export function disturbed(cluster: Cluster, nth: number, disturb: () => Promise<void>): Cluster {
  let writes = 0
  const counted = async () => {
    writes += 1
    if (writes === nth) await disturb()
  }
  return {
    create: (object) => cluster.create(object),
    replace: (object) => cluster.replace(object),
    get: (ref) => cluster.get(ref),
    list: (kind, options) => cluster.list(kind, options),
    async apply(object, options) {
      await counted()
      return cluster.apply(object, options)
    },
    async remove(ref, expected) {
      await counted()
      return cluster.remove(ref, expected)
    },
  }
}
