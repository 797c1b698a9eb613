import type { Condition } from '../../admission/expressions.ts'
import { poolLabel, projectClass } from '../../vip/lb-contract.ts'

/** What a message ends with: whose task it is, and how one gets an address. */
export const asked = [
  'the platform announces the addresses of this cluster, and nothing in it does;',
  `a Service gets one by loadBalancerClass ${projectClass} and label ${poolLabel.key}: ${poolLabel.value}`,
].join(' ')

/** What is on its way out is not held up: its last finalizer comes off by an update. */
export const notLeaving: Condition = {
  name: 'not-leaving',
  expression: '!has(object.metadata.deletionTimestamp)',
}
