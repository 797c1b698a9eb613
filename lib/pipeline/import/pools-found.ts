import { parsePoolEntry } from '../../domain/claims/platform-of.ts'
import type { Json } from '../../domain/emit.ts'
import type { Finding } from '../../domain/finding.ts'
import { poolNamespace } from '../../domain/manifests/ip-address-pool.ts'
import { IntervalIndex } from '../../domain/net/interval-index.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { shapes, specOf } from './shapes.ts'

const POOLS = { tenantControlPlanes: 'tenant-cp-pool', management: 'mgmt-pool' } as const

/** `spec.networking.loadBalancer`, as far as the cluster has it, or somebody names it. */
export interface FoundPools {
  readonly loadBalancer: Readonly<Record<string, Json>>
  readonly findings: readonly Finding[]
}

/** The two pools of kMetal; `named` are addresses of control planes for a cluster that has no pool of theirs. */
export function findPools(live: Live, notes: Notes, named: readonly string[] = []): FoundPools {
  const loadBalancer: Record<string, Json> = {}
  for (const [field, name] of Object.entries(POOLS)) {
    const pool = live.get('metallb.io/IPAddressPool', name, poolNamespace)
    if (pool === undefined || notes.isLeft(pool)) continue
    loadBalancer[field] = { addresses: [...specOf(pool, shapes.ipAddressPool).addresses] }
  }
  if (named.length === 0 || loadBalancer['tenantControlPlanes'] !== undefined)
    return { loadBalancer, findings: [] }
  return {
    loadBalancer: { ...loadBalancer, tenantControlPlanes: { addresses: [...named] } },
    findings: overlaps(live, named),
  }
}

function overlaps(live: Live, named: readonly string[]): readonly Finding[] {
  const index = new IntervalIndex<LiveObject>()
  for (const pool of live.of('metallb.io/IPAddressPool'))
    for (const text of specOf(pool, shapes.ipAddressPool).addresses) {
      const range = parsePoolEntry(text)
      if (range !== undefined) index.insert(range, pool)
    }
  return named.flatMap((text) => {
    const range = parsePoolEntry(text)
    const found = range && index.firstOverlap(range)?.value
    if (found === undefined) return []
    const message = `"${printable(text, 80)}", named for control planes, overlaps ${found.id}`
    return [breach(importRules.poolTaken, message, { object: found.id })]
  })
}
