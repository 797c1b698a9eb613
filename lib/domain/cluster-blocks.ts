import * as z from 'zod'
import { cidr, note } from './claims/field.ts'

const blocksOfCluster = z.array(cidr()).max(64).optional()

/** `cluster` of `netclaim.yaml` as written. */
export const ClusterBlocks = note(
  z
    .strictObject({
      join: note(blocksOfCluster, {
        description: 'The join subnet of Kube-OVN.',
        examples: [['100.64.0.0/16']],
        default: ['100.64.0.0/16'],
        unit: 'list of CIDRs',
      }),
      pods: note(blocksOfCluster, {
        description: 'The pod network of the management cluster.',
        examples: [['10.16.0.0/16']],
        default: [],
        unit: 'list of CIDRs',
      }),
      services: note(blocksOfCluster, {
        description: 'The Service network of the management cluster.',
        examples: [['10.96.0.0/12']],
        default: [],
        unit: 'list of CIDRs',
      }),
      nodes: note(blocksOfCluster, {
        description: 'The segments that the nodes are on; a pool outside them is a warning.',
        examples: [['172.21.204.0/22']],
        default: [],
        unit: 'list of CIDRs',
      }),
    })
    .optional(),
  {
    description: 'Blocks of the management cluster; an overlap with a subnet is a warning.',
    examples: [{ services: ['10.96.0.0/12'] }],
    unit: 'CIDRs',
  },
)
