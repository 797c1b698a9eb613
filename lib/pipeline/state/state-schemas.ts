import * as z from 'zod'
import { blocksOfCluster } from '../../domain/vip/blocks.ts'
import { arenaSlots, blockReasons } from '../../domain/vip/delegation.ts'
import { stepNames } from '../../domain/vip/migration-steps.ts'
import { blockPhases } from '../../domain/vip/vip-block.ts'
import { vipModes } from '../../domain/vip/vip-config.ts'

/** `state.yaml`. */
export const Head = z.strictObject({
  source: z.string().optional(),
  engine: z.string().optional(),
  generation: z.int().min(0),
  facts: z.string().optional(),
  cluster: z.string().optional(),
  gone: z.array(z.string()).default([]),
  time: z.int().min(0).exactOptional(),
  spent: z.array(z.string()).default([]),
  mode: z.literal('shadow').optional(),
  target: z.literal('operator').exactOptional(),
  neverApplied: z.array(z.int()).default([]),
})

/** `platform.yaml`. */
export const PlatformFile = z.strictObject({
  networking: z.record(z.string(), z.unknown()).optional(),
  open: z.array(z.string()),
  imported: z.array(z.string()).default([]),
  vlans: z.record(z.string(), z.string()).default({}),
  vip: z
    .strictObject({ mode: z.enum(vipModes), poolCidr: z.string(), requireOptIn: z.boolean() })
    .exactOptional(),
  migration: z
    .strictObject({
      from: z.string(),
      to: z.string(),
      step: z.enum(stepNames),
      since: z.int().min(0),
    })
    .exactOptional(),
})

const DroppedFile = z.array(z.strictObject({ object: z.string(), generation: z.int() }))

const EntryFile = z.strictObject({
  claim: z.string().regex(/^(VpcClaim|SubnetClaim|EipClaim|Cluster|KdcCluster) [a-z0-9-]+$/),
  phase: z.enum(['held', 'waiting', 'rejected', 'releasing', 'tombstone']),
  spec: z.record(z.string(), z.unknown()),
  imported: z.literal(true).optional(),
  origin: z.enum(['pinned', 'allocated', 'implicit', 'transferred']).optional(),
  pool: z.string().optional(),
  address: z.string().optional(),
  externalSubnet: z.string().optional(),
  blocks: z
    .array(
      z.strictObject({
        ordinal: z.int().min(1).max(blocksOfCluster),
        cidr: z.string(),
        phase: z.enum(blockPhases),
      }),
    )
    .max(arenaSlots)
    .optional(),
  delegation: z.strictObject({ reason: z.enum(blockReasons), message: z.string() }).optional(),
  nonconforming: z.array(z.string()).optional(),
  rejected: z.strictObject({ rule: z.string(), winner: z.string().optional() }).optional(),
  heldBack: z.array(z.strictObject({ brake: z.string(), subject: z.string() })).optional(),
  releasedAt: z.int().optional(),
  dropped: DroppedFile.optional(),
  awaits: DroppedFile.optional(),
})

/** One environment's ledger. */
export const BookFile = z.strictObject({
  environment: z.string(),
  /** The pool of its VIP blocks. */
  arena: z.string().optional(),
  entries: z.array(EntryFile),
})
/** How many addresses of each part of a pool have a holder. */
export const CountsFile = z.strictObject({
  parts: z.record(z.string(), z.strictObject({ used: z.int(), leaving: z.int() })),
})
/** Who has which address of one part of a pool. */
export const PartFile = z.strictObject({
  held: z.record(z.string(), z.string()),
  leaving: z.record(z.string(), z.string()),
})
/** Addresses of a pool that rest. */
export const CoolingFile = z.strictObject({
  cooling: z.record(z.string(), z.strictObject({ freed: z.int().min(0), holder: z.string() })),
})
