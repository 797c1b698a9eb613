import type { DesiredObject } from './desired.ts'
import { isClaim } from './is-claim.ts'
import { claimOf } from './rendered-object.ts'

/**
 * The object of an earlier wave that is not there and without which this one must not be made: Kube-OVN would take an
 * address of its own choice for a router, or a rule would wait for ever. Undefined where nothing is in the way.
 */
export function blockedBy(
  desired: DesiredObject,
  missing: readonly DesiredObject[],
): DesiredObject | undefined {
  if (desired.unit === 'platform' || isClaim(desired.object)) return undefined
  return missing.find((one) => {
    if (isClaim(one.object) || one.wave >= desired.wave) return false
    const isGround = one.object.kind === 'Vpc' || (one.object.kind === 'OvnEip' && isPort(one))
    return isGround || claimOf(one.object) === claimOf(desired.object)
  })
}

/** An address of a router's port comes before its router, every other one after it. */
function isPort({ wave }: DesiredObject): boolean {
  return wave < 11
}
