import { defaultSettings, type Settings } from '../../lib/domain/settings.ts'
import { delegationManifests } from '../../lib/domain/tenant-profile/delegation-record.ts'
import {
  commonProfile,
  type ProfileObject,
} from '../../lib/domain/tenant-profile/tenant-profile.ts'
import type { Delegation } from '../../lib/domain/vip/delegation.ts'

/** All that goes into one tenant cluster, by file. */
export function profileOf(
  delegation: Delegation,
  settings: Settings = defaultSettings,
): ReadonlyMap<string, readonly ProfileObject[]> {
  const own = delegationManifests(delegation, '10.242.0.0/24')
  return new Map([...commonProfile(settings), ['delegation.yaml', own]])
}
