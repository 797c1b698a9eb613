import { parseCidr } from '../../domain/net/cidr.ts'
import { rangesOverlap } from '../../domain/net/range.ts'
import { breach } from '../../domain/rules/rule.ts'
import { fieldName } from '../../domain/rules/spot.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import type { Draft } from './draft.ts'
import { vipPoolOf } from './vip-pool-of.ts'

const CIDR = ['spec', 'cidrBlock']

/** Says of each Project whose own subnet the VIP pool overlaps, which is to lie outside of every one. */
export function tellProjects(draft: Draft): void {
  for (const { namespace, object, cidrBlock, document } of draft.inputs.projects.values()) {
    const pool = vipPoolOf(draft, namespace)
    const [block, vips] = [parseCidr(cidrBlock), pool === undefined ? undefined : parseCidr(pool)]
    if (block === undefined || vips === undefined || !rangesOverlap(block, vips)) continue
    const message = `cidrBlock "${cidrBlock}" overlaps the VIP pool ${pool}`
    const spot = { at: document.place(CIDR), object, field: fieldName(CIDR), value: cidrBlock }
    const hint = 'choose a block outside of the pool'
    draft.findings.push(breach(vipRules.poolOverlap, message, { ...spot, hint }))
  }
}
