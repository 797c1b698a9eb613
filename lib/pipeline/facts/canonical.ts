import type { Facts } from '../../domain/facts.ts'

/** The same facts in their one order (code units of what stands in an entry), each entry once. */
export function canonical(facts: Facts): Facts {
  return {
    ...(facts.uid === undefined ? {} : { uid: facts.uid }),
    ...(facts.generation === undefined ? {} : { generation: facts.generation }),
    ...(facts.commit === undefined ? {} : { commit: facts.commit }),
    complete: unique(facts.complete, (text) => text),
    objects: unique(facts.objects, (text) => text),
    holders: unique(facts.holders, (one) => key(one.address, one.holder, one.subnet)),
    bindings: unique(facts.bindings, (one) =>
      key(one.environment, one.claim, one.cluster, one.service),
    ),
    clusters: unique(facts.clusters, (text) => text),
    usage: unique(facts.usage, (one) => key(one.subnet, one.v4, one.v6)),
    ...blocksOf(facts),
    ...holdsIn(facts),
    nodes: unique(facts.nodes, (one) => key(one.name, one.address)),
    drops: unique(facts.drops, (one) => key(one.vpc, ...one.cidrs)),
    proven: unique(facts.proven, (one) => key(one.address, String(one.generation), one.vpc)),
    vips: unique(facts.vips, (one) => key(one.environment, one.cluster, one.service, one.address)),
    tenants: unique(facts.tenants, (text) => text),
    mirrors: unique(facts.mirrors, (one) => key(one.address, one.holder, one.vpc)),
  }
}

function blocksOf({ blocks = [] }: Facts): Pick<Facts, 'blocks'> {
  if (blocks.length === 0) return {}
  return { blocks: unique(blocks, (one) => key(one.subnet, one.vpc, one.cidrBlock)) }
}

function holdsIn({ holds = [] }: Facts): Pick<Facts, 'holds'> {
  return holds.length === 0 ? {} : { holds: unique(holds, (one) => key(one.object, one.text)) }
}

/** Several sets of facts as one: what any of them saw. */
export function mergeFacts(all: readonly Facts[]): Facts {
  const uids = new Set(all.flatMap(({ uid }) => uid ?? []))
  const generations = all.map(({ generation }) => generation)
  const commits = new Set(all.map(({ commit }) => commit))
  const [uid] = uids
  const [commit] = commits
  return canonical({
    ...(uid !== undefined && uids.size === 1 ? { uid } : {}),
    ...lowest(generations),
    ...(commit !== undefined && commits.size === 1 ? { commit } : {}),
    complete: uids.size > 1 ? inAll(all) : all.flatMap((facts) => facts.complete),
    objects: all.flatMap((facts) => facts.objects),
    holders: all.flatMap((facts) => facts.holders),
    bindings: all.flatMap((facts) => facts.bindings),
    clusters: all.flatMap((facts) => facts.clusters),
    usage: all.flatMap((facts) => facts.usage),
    blocks: all.flatMap((facts) => facts.blocks ?? []),
    holds: all.flatMap((facts) => facts.holds ?? []),
    nodes: all.flatMap((facts) => facts.nodes),
    drops: all.flatMap((facts) => facts.drops),
    proven: all.flatMap((facts) => facts.proven),
    vips: all.flatMap((facts) => facts.vips),
    tenants: all.flatMap((facts) => facts.tenants),
    mirrors: all.flatMap((facts) => facts.mirrors),
  })
}

/** One set of unknown age makes the age of all unknown. */
function lowest(generations: readonly (number | undefined)[]): Pick<Facts, 'generation'> {
  const known = generations.filter((generation) => generation !== undefined)
  if (known.length === 0 || known.length < generations.length) return {}
  return { generation: Math.min(...known) }
}

/** Of several clusters, a list is whole only when each cluster's is. */
function inAll(all: readonly Facts[]): readonly string[] {
  const [first, ...rest] = all.map(({ complete }) => new Set(complete))
  return [...(first ?? [])].filter((kind) => rest.every((kinds) => kinds.has(kind)))
}

/** Sorted by key, the first of each key. */
function unique<T>(entries: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  const byKey = new Map<string, T>()
  for (const entry of entries) if (!byKey.has(keyOf(entry))) byKey.set(keyOf(entry), entry)
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

function key(...parts: readonly (string | undefined)[]): string {
  return parts.map((part) => part ?? '').join('\0')
}
