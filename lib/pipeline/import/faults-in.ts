import { objectName } from '../../domain/claims/claim.ts'
import type { Tree } from '../../domain/document.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Platform } from '../../domain/platform.ts'
import { checkClaim } from '../../domain/rules/claim-checks.ts'
import { readTree } from '../read/read-tree.ts'

/** What a tree is judged with. */
interface Ground {
  readonly platform: Platform
  readonly facts: Facts
  /** The claim of each file, which holds one alone: of a file that cannot be read nothing else tells whose it is. */
  readonly names: ReadonlyMap<string, string>
}

/** What our rules refuse of the claims of a tree, by claim: the first error of each. */
export function faultsIn(
  tree: Tree,
  { platform, facts, names }: Ground,
): ReadonlyMap<string, Finding> {
  const { value: inputs, findings } = readTree(tree)
  const { settings, grants, environments } = inputs
  const faults = new Map<string, Finding>()
  const note = (finding: Finding, object = finding.object) => {
    if (finding.severity === 'error' && object !== undefined && !faults.has(object))
      faults.set(object, finding)
  }
  for (const finding of findings) note(finding, finding.object ?? names.get(finding.at?.file ?? ''))
  for (const [namespace, { claims }] of environments) {
    const context = { settings, platform, facts, grants: grants.get(namespace) }
    for (const claim of claims)
      for (const finding of checkClaim(claim, context)) note(finding, objectName(claim))
  }
  return faults
}
