import * as z from 'zod'
import { cidr, label, note } from '../claims/field.ts'
import { arenaSlots } from './delegation.ts'
import { blockOrdinal, blockPhase } from './vip-block.ts'

/** Keeps the arena of a project that lives. */
export const arenaFinalizer = 'network.kube-dc.com/arena'

const Slot = z.strictObject({
  cidr: note(cidr(), {
    description: 'The sixteen addresses.',
    examples: ['10.242.0.16/28'],
    unit: 'CIDR',
  }),
  cluster: note(label(), {
    description: 'The cluster that has them, or had them.',
    examples: ['solar'],
    unit: 'name of a KdcCluster',
  }),
  ordinal: blockOrdinal,
  phase: blockPhase,
})

/** `spec` of an AddressArena: the ledger of a project's VIP blocks, as Git has it. */
export const AddressArenaSpec = note(
  z.strictObject({
    projectNamespace: note(label(), {
      description: 'The namespace of the project, whose blocks these are.',
      examples: ['photon-prod'],
      unit: 'namespace',
    }),
    cidr: note(cidr(), {
      description: 'The pool that every block comes from, recorded when the first was given.',
      examples: ['10.242.0.0/24'],
      unit: 'CIDR',
    }),
    blocks: note(z.int().min(0), {
      description: 'How many blocks the pool has, free or not.',
      examples: [16],
      unit: 'blocks of 16 addresses',
    }),
    slotsUsed: note(z.int().min(0).max(arenaSlots), {
      description: 'How many slots are taken; a tombstoned block keeps its slot.',
      examples: [3],
      unit: 'slots',
    }),
    slotsMaximum: note(z.int().min(0).max(arenaSlots), {
      description: 'How many slots the ledger has.',
      examples: [arenaSlots],
      unit: 'slots',
    }),
    slots: note(z.array(Slot).max(arenaSlots), {
      description: 'Each taken block, by address.',
      examples: [[{ cidr: '10.242.0.16/28', cluster: 'solar', ordinal: 1, phase: 'Bound' }]],
      unit: 'list of blocks',
    }),
  }),
  {
    description: 'The ledger as the state branch has it.',
    examples: [{ projectNamespace: 'photon-prod', cidr: '10.242.0.0/24' }],
    unit: 'ledger',
  },
)
