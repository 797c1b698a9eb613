import { arenaName, reservationName } from '../names.ts'
import type { Disposition } from '../vip/address-reservation.ts'
import type { BlockPhase, Delegation } from '../vip/delegation.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** A reservation for each block that a cluster has; of a tombstoned one nothing is wanted any more. */
export function renderReservations({
  namespace,
  cluster,
  blocks,
}: Delegation): readonly Manifest[] {
  const origin = { kind: 'KdcCluster', namespace, claim: cluster } as const
  return blocks
    .filter(({ phase }) => phase !== 'Tombstoned')
    .map(({ ordinal, cidr, phase }) => {
      const name = reservationName(namespace, cluster, ordinal)
      return {
        apiVersion: 'network.kube-dc.com/v1alpha1',
        kind: 'AddressReservation',
        metadata: metadataOf(name, 'AddressReservation', origin),
        spec: {
          arena: arenaName(namespace),
          projectNamespace: namespace,
          cluster,
          ordinal,
          cidr,
          phase,
          disposition: dispositionOf(phase),
        },
      }
    })
}

function dispositionOf(phase: BlockPhase): Disposition {
  return phase === 'Releasing' ? 'Release' : 'Retain'
}
