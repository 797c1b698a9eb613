import type { Facts } from '../../domain/facts.ts'

/**
 * Facts, and of the kinds whose list is not whole what was known before: silence frees nothing, and an address that
 * somebody held is not free because a list failed.
 */
export function keepFormer(facts: Facts, former: Facts): Facts {
  const complete = new Set(facts.complete)
  const isLost = (kind: string) => !complete.has(kind)
  const isOfLost = (object: string) => isLost(object.slice(0, object.indexOf(' ')))
  const kept = <T>(kind: string, entries: readonly T[]) => (isLost(kind) ? entries : [])
  const counted = new Set(facts.usage.map(({ subnet }) => subnet))
  const drops = new Set(facts.drops.map(({ vpc }) => vpc))
  const isSilent = silentIn(facts)
  return {
    ...facts,
    objects: [...facts.objects, ...former.objects.filter(isOfLost)],
    holders: [...facts.holders, ...former.holders.filter(({ holder }) => isOfLost(holder))],
    bindings: [...facts.bindings, ...kept('EipClaim', former.bindings)],
    clusters: [...facts.clusters, ...kept('Cluster', former.clusters)],
    usage: [
      ...facts.usage,
      ...kept('Subnet', former.usage).filter(({ subnet }) => !counted.has(subnet)),
    ],
    blocks: [...(facts.blocks ?? []), ...kept('Subnet', former.blocks ?? [])],
    holds: [
      ...(facts.holds ?? []),
      ...(former.holds ?? []).filter(({ object }) => isOfLost(object)),
    ],
    nodes: [...facts.nodes, ...kept('Node', former.nodes)],
    drops: [...facts.drops, ...kept('Vpc', former.drops).filter(({ vpc }) => !drops.has(vpc))],
    mirrors: [...facts.mirrors, ...former.mirrors.filter(({ holder }) => isOfLost(holder))],
    tenants: [...facts.tenants, ...former.tenants.filter(isSilent)],
    vips: [
      ...facts.vips,
      ...former.vips.filter(({ environment, cluster }) => isSilent(`${environment}/${cluster}`)),
    ],
  }
}

/** Says of which tenant clusters nothing was told, though they are not known to be gone. */
function silentIn({ complete, clusters, objects, tenants }: Facts): (cluster: string) => boolean {
  const told = new Set(tenants)
  const there = new Set([...clusters, ...objects.map((one) => one.replace(/^KdcCluster /, ''))])
  const isGone = (cluster: string) =>
    complete.includes('Cluster') && complete.includes('KdcCluster') && !there.has(cluster)
  return (cluster) => !told.has(cluster) && !isGone(cluster)
}
