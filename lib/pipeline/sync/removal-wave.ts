import { waves } from '../../domain/manifests/waves.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { waveOf } from './rendered-object.ts'
import { syncKindOf } from './sync-kinds.ts'

/** Kinds that are rendered at two times: of these an object says itself which it is of. */
const early: Readonly<Record<string, number>> = {
  OvnEip: waves.EgressOvnEip,
  Subnet: waves.ProviderSubnet,
}

/**
 * When a live object is taken away, from the highest on: when its kind is, for what it says of that anybody may have
 * written. In a tenant cluster (`isGuest`) it says itself, since kinds have no order of their own there.
 */
export function removalWave(object: KubeObject, isGuest: boolean): number {
  const kind = syncKindOf(object.apiVersion, object.kind)
  const said = waveOf(object, kind?.wave)
  if (isGuest || kind === undefined || said === early[object.kind]) return said
  return kind.wave
}
