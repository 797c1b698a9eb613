import type { Invocation, Option } from './command.ts'

/** Which context of the kubeconfig that another option names. */
export const contextOption = {
  type: 'string',
  placeholder: 'NAME',
  about: 'which context of it',
} as const satisfies Option

/** Where the Lease of the sync is, for a command that is none. */
export const leaseNamespaceOption = {
  type: 'string',
  placeholder: 'NAME',
  about: "where the sync's Lease is in the cluster (default: netclaim)",
} as const satisfies Option

/** Whether a command that can do without a cluster is told of one. */
export function isClusterNamed({ options }: Invocation): boolean {
  return 'kubeconfig' in options || 'context' in options
}
