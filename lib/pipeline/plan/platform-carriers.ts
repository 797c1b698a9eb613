import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import type { ProviderNetwork } from '../../domain/platform.ts'
import { breach } from '../../domain/rules/rule.ts'
import { segmentRules } from '../../domain/rules/segment-rules.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { writtenNetworks } from '../../domain/rules/written-platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { networking, type PlatformChange } from './platform-request.ts'
import { list, usersBySegment, uses } from './platform-users.ts'

/** Says whose way out moves when a provider network goes to another interface or VLAN. */
export function checkCarriers(change: PlatformChange): readonly Finding[] {
  const after = segmentsOf(change.after.platform).networks
  const users = usersBySegment(change.state)
  return change.before.networks.flatMap((network) => {
    const next = after.get(network.name)
    const used = network.subnets.flatMap(({ name }) => users.get(name) ?? [])
    if (next === undefined || used.length === 0) return []
    return movesOf(network, next).map(({ field, from, to }) => {
      const message = `${field} of provider network "${network.name}" changes from "${from}" to "${to}" while ${list(used)} ${uses(used)} it`
      const path = [...pathOf(change, network.name), field]
      return breach(segmentRules.carrierMoved, message, platformSpot(change.after.document, path))
    })
  })
}

function movesOf(before: ProviderNetwork, after: ProviderNetwork) {
  return [
    { field: 'interface', from: before.interface, to: after.interface },
    { field: 'vlanID', from: `${before.vlanId}`, to: `${after.vlanId}` },
  ].filter(({ from, to }) => from !== to)
}

function pathOf({ after }: PlatformChange, name: string): Path {
  const written = writtenNetworks(after.document).find((network) => network.name === name)
  return written?.path ?? [...networking, 'providerNetworks']
}
