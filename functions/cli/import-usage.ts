import type { Command } from './command.ts'
import { contextOption } from './kubeconfig-options.ts'

/** What `netclaim import` is told on the command line. */
export const importUsage: Omit<Command, 'run'> = {
  usage: 'import (--kubeconfig FILE | --from DIR|FILE) [--out DIR]',
  about:
    'Makes a claims repository of a running platform: a claim for everything that a claim can say, a ledger in which it is held, and the reason for whatever is left as it is. Nothing in the cluster is changed, and nothing of what was imported is rendered until an acknowledgement takes it over. Without --out it only tells. Ends with 1 where nothing can be imported.',
  options: {
    kubeconfig: {
      type: 'string',
      placeholder: 'FILE',
      about: 'which kubeconfig: the cluster is asked',
    },
    context: contextOption,
    from: {
      type: 'string',
      placeholder: 'DIR|FILE',
      about: 'instead of a cluster, what kubectl get -o yaml or -o json printed of it',
    },
    out: {
      type: 'string',
      placeholder: 'DIR',
      about: 'the repository to make, in an empty folder',
    },
    cluster: {
      type: 'string',
      placeholder: 'NAME',
      about: 'what the cluster is called, as later in netclaim sync (default: management)',
    },
    'tenant-control-planes': {
      type: 'string',
      placeholder: 'RANGES',
      about: 'addresses of control planes, where the cluster has no pool tenant-cp-pool: a-b,c-d',
    },
    'kube-ovn-version': {
      type: 'string',
      placeholder: 'VERSION',
      about:
        'the version of Kube-OVN (default: that of its Deployment, where it is among what is read)',
    },
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim import --kubeconfig ~/.kube/config --out claims',
}
