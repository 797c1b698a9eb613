import { egressEipName, eipName, reservationName, vpcName } from '../names.ts'
import { type Book, type Entry, isLeaving } from './entry.ts'
import { subnetObjects } from './facts-view.ts'

/** The objects that a claim causes, as long as it is whole. */
export function objectsOf(namespace: string, entry: Entry): readonly string[] {
  switch (entry.kind) {
    case 'VpcClaim':
      return [`Vpc ${vpcName(namespace)}`]
    case 'SubnetClaim': {
      const { snat, subnet, nad } = subnetObjects(namespace, entry.name, entry.spec.attachment.name)
      return [
        ...(entry.spec.enableSnatRule ? [snat] : []),
        ...(entry.spec.attachment.managed ? [nad] : []),
        subnet,
      ]
    }
    case 'EipClaim':
      return [`OvnEip ${eipObjectName(namespace, entry)}`]
    case 'KdcCluster':
      return (entry.blocks ?? []).map(
        ({ ordinal }) => `AddressReservation ${reservationName(namespace, entry.name, ordinal)}`,
      )
    case 'Cluster':
      return []
  }
}

/** The claim `external` is the port of the VPC on its pool's segment; every other claim has an OvnEip of its own. */
function eipObjectName(namespace: string, entry: Entry): string {
  if (!isEgress(entry) || entry.pool === undefined) return eipName(namespace, entry.name)
  return egressEipName(vpcName(namespace), entry.pool)
}

/** Is this the claim that a VPC leaves through? */
export function isEgress(entry: Entry): boolean {
  return entry.kind === 'EipClaim' && entry.name === 'external' && entry.spec.type === 'lrp'
}

/** The environment's VpcClaim, held or on its way out. */
export function vpcOf(book: Book): Entry | undefined {
  return book
    .values()
    .find((entry) => entry.kind === 'VpcClaim' && (entry.phase === 'held' || isLeaving(entry)))
}
