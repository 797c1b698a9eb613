import { repositoryOptions } from './claims-repository.ts'
import type { Command } from './command.ts'
import { contextOption } from './kubeconfig-options.ts'

/** What `netclaim capture` is told on the command line. */
export const captureUsage: Omit<Command, 'run'> = {
  usage: 'capture (--kubeconfig FILE | --from DIR|FILE) [--repo DIR] [--write]',
  about:
    'Turns what was changed by hand in a cluster into a branch for a pull request: what the declaration of the platform can say is written into it, with comments and layout kept; everything else is listed field by field with the reason why no file can say it. The branch is checked at once. Only tells, unless --write makes the branch netclaim/capture-<state> in this clone; never writes to the cluster nor to main. Ends with 1 where the check would refuse the branch.',
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
      about:
        'instead of a cluster, what kubectl get --show-managed-fields -o yaml or -o json printed of it',
    },
    ...repositoryOptions,
    write: { type: 'boolean', about: 'make the branch' },
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim capture --kubeconfig ~/.kube/config --write',
}
