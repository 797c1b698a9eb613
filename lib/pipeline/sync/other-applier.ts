import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Settings } from '../../domain/settings.ts'
import { applierNames } from '../appliers/managers.ts'
import { syncRules } from './sync-rules.ts'

/** Why our sync must not apply: `netclaim.yaml` gives that to somebody else. `source`: of which commit of main. */
export function otherApplier(
  { appliedBy }: Pick<Settings, 'appliedBy'>,
  source: string | undefined,
): Finding | undefined {
  if (appliedBy === 'netclaim') return undefined
  const where = source === undefined ? '' : ` of ${source.slice(0, 12)}`
  const message = `netclaim.yaml${where} says appliedBy: "${appliedBy}", so ${applierNames[appliedBy]} applies, and netclaim sync does not`
  const hint = `run netclaim sync --observe beside ${applierNames[appliedBy]}; or run netclaim hand-over --from ${appliedBy} --to netclaim once it is at rest, and set appliedBy: netclaim`
  return breach(syncRules.otherApplier, message, { hint })
}
