import { compareText } from '../../domain/compare-text.ts'
import type { Facts } from '../../domain/facts.ts'
import { droppedBy } from '../facts/kube-ovn-kinds.ts'
import { type NorthboundRows, textsOf } from './northbound-rows.ts'
import { ownersIn, rowsOf } from './owners.ts'

/** What the routers of OVN-NB really drop: a policy that Kube-OVN cannot write keeps those behind it out (observed.md 0.12). */
export function dropsIn(rows: NorthboundRows): Facts['drops'] {
  const ownersOf = ownersIn(rows)
  const drops = new Map<string, Set<string>>()
  for (const router of rowsOf(rows, 'Logical_Router'))
    for (const name of textsOf(router['name'])) drops.set(name, new Set())
  for (const policy of rowsOf(rows, 'Logical_Router_Policy')) {
    const cidr = policy['action'] === 'drop' ? droppedBy(String(policy['match'])) : undefined
    if (cidr !== undefined) for (const router of ownersOf(policy)) drops.get(router)?.add(cidr)
  }
  return [...drops]
    .map(([vpc, cidrs]) => ({ vpc, cidrs: [...cidrs].sort() }))
    .toSorted((a, b) => compareText(a.vpc, b.vpc))
}
