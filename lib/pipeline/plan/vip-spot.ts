import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import type { VipSetting } from '../../domain/vip/vip-config.ts'
import type { Inputs } from '../inputs.ts'
import { clusterConfigPath } from '../read/area.ts'
import { startOf } from '../read/entry-findings.ts'

/** Where a setting of VIP blocks stands; where it is not written, the beginning of the file, though it be gone. */
export function vipSpot(
  { inputs, before }: { readonly inputs: Inputs; readonly before: Inputs | undefined },
  setting?: VipSetting,
): Partial<Finding> {
  const input = inputs.vip ?? before?.vip
  const written = setting && inputs.vip?.written[setting]
  return {
    at: written?.at ?? input?.at ?? startOf(clusterConfigPath),
    ...(setting === undefined ? {} : { field: setting }),
    ...(written === undefined ? {} : { value: printable(written.text) }),
  }
}
