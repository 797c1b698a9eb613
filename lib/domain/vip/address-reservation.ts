import * as z from 'zod'
import { cidr, label, note } from '../claims/field.ts'
import { blockOrdinal, blockPhase } from './vip-block.ts'

/** What is to become of a reserved block. */
export type Disposition = z.output<typeof disposition>

const disposition = note(z.enum(['Retain', 'Release']), {
  description: 'Retain: the block stays the cluster’s. Release: it is given back.',
  examples: ['Retain'],
  unit: 'Retain or Release',
})

/** `spec` of an AddressReservation: one VIP block of one cluster. */
export const AddressReservationSpec = note(
  z.strictObject({
    arena: note(z.string().max(253), {
      description: 'The AddressArena that the block is of.',
      examples: ['vip-photon-prod'],
      unit: 'name',
    }),
    projectNamespace: note(label(), {
      description: 'The namespace of the project and of the cluster.',
      examples: ['photon-prod'],
      unit: 'namespace',
    }),
    cluster: note(label(), {
      description: 'The KdcCluster that the block is for.',
      examples: ['solar'],
      unit: 'name of a KdcCluster',
    }),
    ordinal: blockOrdinal,
    cidr: note(cidr(), {
      description: 'The sixteen addresses.',
      examples: ['10.242.0.16/28'],
      unit: 'CIDR',
    }),
    phase: blockPhase,
    disposition,
  }),
  {
    description: 'The block as the state branch has it.',
    examples: [{ cluster: 'solar', ordinal: 1, cidr: '10.242.0.16/28', phase: 'Bound' }],
    unit: 'reservation',
  },
)
