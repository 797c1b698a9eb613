import * as z from 'zod'
import { note } from '../claims/field.ts'
import type { Cidr } from '../net/cidr.ts'
import { rangeSize } from '../net/range.ts'
import { blockSize, blocksOfCluster } from './blocks.ts'
import type { BlockPhase } from './delegation.ts'

/** How many blocks a pool has. More than can be counted exactly is the most that can. */
export function blocksIn(pool: Cidr): number {
  const blocks = rangeSize(pool) / blockSize
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(blocks < most ? blocks : most)
}

/** Every phase of a block. */
export const blockPhases = [
  'Bound',
  'Revoked',
  'Releasing',
  'Tombstoned',
] as const satisfies readonly BlockPhase[]

/** How far a block has come, as a field of a kind. */
export const blockPhase = note(z.enum(blockPhases), {
  description:
    'Bound: the cluster gives these addresses to its Services. Revoked: kept for it, and withdrawn. Releasing: on its way back. Tombstoned: not yet proven gone.',
  examples: ['Bound'],
  unit: 'phase',
})

/** Which of a cluster's blocks one is, as a field of a kind. */
export const blockOrdinal = note(z.int().min(1).max(blocksOfCluster), {
  description: "Which of the cluster's blocks it is.",
  examples: [1],
  unit: `number, 1 to ${blocksOfCluster}`,
})
