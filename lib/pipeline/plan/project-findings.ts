import type { Finding } from '../../domain/finding.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { rangesOverlap } from '../../domain/net/range.ts'
import type { Project } from '../../domain/project.ts'
import { breach } from '../../domain/rules/rule.ts'
import { fieldName } from '../../domain/rules/spot.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import type { Draft } from './draft.ts'
import { vipPoolsOf } from './vip-pool-of.ts'

const CIDR = ['spec', 'cidrBlock']

/** Says of each Project whose own subnet the VIP pool overlaps, which is to lie outside of every one. */
export function tellProjects(draft: Draft): void {
  for (const project of draft.inputs.projects.values())
    for (const pool of vipPoolsOf(draft, project.namespace))
      draft.findings.push(...overlaps(project, pool))
}

function overlaps({ object, cidrBlock, document }: Project, pool: string): readonly Finding[] {
  const [block, vips] = [parseCidr(cidrBlock), parseCidr(pool)]
  if (block === undefined || vips === undefined || !rangesOverlap(block, vips)) return []
  const message = `cidrBlock "${cidrBlock}" overlaps the VIP pool ${pool}`
  const spot = { at: document.place(CIDR), object, field: fieldName(CIDR), value: cidrBlock }
  const hint = 'choose a block outside of the pool'
  return [breach(vipRules.poolOverlap, message, { ...spot, hint })]
}
