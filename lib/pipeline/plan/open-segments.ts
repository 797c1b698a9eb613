import { formatCidr, sameCidr } from '../../domain/net/cidr.ts'
import type { ProviderSubnet } from '../../domain/platform.ts'
import { breach } from '../../domain/rules/rule.ts'
import { segmentRules } from '../../domain/rules/segment-rules.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { Draft } from './draft.ts'
import { formerPlatform, noPlatform } from './platform-step.ts'

/** The provider subnets that may be rendered: a new one only when every VPC drops what goes to it. */
export function openSegments(draft: Draft): readonly string[] {
  // A part of the tree says nothing about the VPCs of the rest; the platform is the same as before.
  if (draft.inputs.planned !== undefined) return draft.state.open
  const former = segmentsOf(formerPlatform(draft.state) ?? noPlatform).subnets
  const open = new Set(draft.state.open)
  const isOpen = ({ name, cidr }: ProviderSubnet) => {
    const before = former.get(name)
    return open.has(name) && before !== undefined && sameCidr(before.cidr, cidr)
  }
  const result: string[] = []
  for (const subnet of segmentsOf(draft.platform).subnets.values()) {
    if (isOpen(subnet) || mayOpen(draft, subnet)) {
      result.push(subnet.name)
      continue
    }
    const message = `provider subnet "${subnet.name}" is rendered when every VPC drops what goes to ${formatCidr(subnet.cidr)}`
    const at = draft.inputs.platform?.document.at
    draft.findings.push(
      breach(segmentRules.opening, message, at === undefined ? {} : { at, value: subnet.name }),
    )
  }
  return result.toSorted()
}

/** Whether there is any VPC, only the whole tree tells. */
function mayOpen(draft: Draft, subnet: ProviderSubnet): boolean {
  if (draft.inputs.planned !== undefined) return false
  // An operator makes it as soon as KMetal declares it.
  if (draft.settings.target === 'operator') return true
  if (!draft.reported || !hasVpcs(draft)) return true
  if (!draft.view.isComplete('Vpc')) return false
  const cidr = formatCidr(subnet.cidr)
  return draft.view.facts.drops.every(({ cidrs }) => cidrs.includes(cidr))
}

function hasVpcs(draft: Draft): boolean {
  return draft.books
    .values()
    .some((book) =>
      book.values().some((entry) => entry.kind === 'VpcClaim' && entry.phase !== 'rejected'),
    )
}
