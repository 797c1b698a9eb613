import { defaultVipConfig } from '../../lib/domain/vip/vip-config.ts'
import type { Files } from '../plan/files.ts'

/** Where the migration of tests stands. */
export const migrationPath = 'platform/to-10-243.yaml'

/** The pool that it leads to. */
export const newPool = '10.243.0.0/24'

/** A VipPoolMigration out of the default pool. */
export function migration(
  step: string,
  { from = defaultVipConfig.poolCidr, to = newPool, name = 'to-10-243' } = {},
): string {
  return `apiVersion: netclaim.dev/v1alpha1
kind: VipPoolMigration
metadata:
  name: ${name}
spec:
  from: ${from}
  to: ${to}
  step: ${step}
`
}

/** The file with it. */
export function migrationFile(step: string, pools: { from?: string; to?: string } = {}): Files {
  return { [migrationPath]: migration(step, pools) }
}
