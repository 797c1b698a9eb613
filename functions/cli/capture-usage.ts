import { repositoryOptions } from './claims-repository.ts'
import type { Command } from './command.ts'
import { contextOption } from './kubeconfig-options.ts'

/** What `netclaim capture` is told on the command line. */
export const captureUsage: Omit<Command, 'run'> = {
  usage:
    'capture (--kubeconfig FILE | --from DIR|FILE) [--repo DIR|URL] [--write | --pull-request OWNER/NAME]',
  about: `Turns what was changed by hand in a cluster into a pull request: what the declaration of the platform can say is written into it, with comments and layout kept; everything else is listed field by field with the reason why no file can say it. It is checked at once. Only tells, unless --write makes the branch netclaim/capture in the clone or at the address, or --pull-request makes it on the forge and opens a pull request from it, or brings the one up to date that is open; never writes to the cluster nor to main. Ends with 1 where the check would refuse the branch. The forge is told by variables, as to netclaim serve:
  NETCLAIM_FORGE        github (default) or gitea
  NETCLAIM_FORGE_URL    base URL of the API, unless it is github.com's
  GITHUB_TOKEN          of GitHub; or NETCLAIM_APP_ID and NETCLAIM_PRIVATE_KEY of the app
  NETCLAIM_TOKEN        of Gitea
What lets Git in at an address: NETCLAIM_GIT_AUTHORIZATION.`,
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
    repo: {
      type: 'string',
      placeholder: 'DIR|URL',
      about: 'the clone, or the address of the repository (default: the working directory)',
    },
    mirror: {
      type: 'string',
      placeholder: 'DIR',
      about: 'where what stands at an address is kept (default: a temporary folder)',
    },
    write: { type: 'boolean', about: 'make the branch' },
    'pull-request': {
      type: 'string',
      placeholder: 'OWNER/NAME',
      about: 'in place of --repo: make the branch there and open a pull request',
    },
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim capture --kubeconfig ~/.kube/config --pull-request acme/claims',
}
