import type { Command } from './command.ts'
import { contextOption } from './kubeconfig-options.ts'

/** What `netclaim sync` is told on the command line. */
export const syncUsage: Omit<Command, 'run'> = {
  usage:
    'sync [--repo DIR|URL | --archive URL] [--kubeconfig FILE] [--every 30s] [--dry-run | --observe]',
  about:
    'Gives a cluster what the state branch says: applies it in order, waits until it is healthy, and takes away what is no longer wanted, as far as the ledger or the brakes allow. Fields of others are not taken from them, but named. After each run it writes the statuses of the claims and, as --cluster, publishes the facts that the next plan rests on. It may be stopped anywhere and run again. In a pod it takes its service account, else the kubeconfig that kubectl would take. A credential for the repository is read from NETCLAIM_GIT_AUTHORIZATION, the value of a header: "Basic …" or "token …".',
  options: {
    repo: {
      type: 'string',
      placeholder: 'DIR|URL',
      about: 'the claims repository: a clone on this machine, or an address (default: .)',
    },
    archive: {
      type: 'string',
      placeholder: 'URL',
      about: 'a .tar.gz of the state branch, as forges serve it, instead of a repository',
    },
    mirror: {
      type: 'string',
      placeholder: 'DIR',
      about: 'where the clone of an address is kept (default: a temporary folder)',
    },
    branch: {
      type: 'string',
      placeholder: 'NAME',
      about: 'the branch of the claims (default: main)',
    },
    state: {
      type: 'string',
      placeholder: 'REV',
      about: 'a commit instead of the tip of the state branch',
    },
    kubeconfig: { type: 'string', placeholder: 'FILE', about: 'which kubeconfig' },
    context: contextOption,
    namespace: {
      type: 'string',
      placeholder: 'NAME',
      about: 'where the Lease is that keeps two from working at once (default: netclaim)',
    },
    once: { type: 'boolean', about: 'one run (the default)' },
    every: {
      type: 'string',
      placeholder: 'TIME',
      about: 'run again and again, with a pause of 30s, 5m, …',
    },
    listen: {
      type: 'string',
      placeholder: 'HOST:PORT',
      about:
        'with --every: take webhooks at /webhooks/github and /webhooks/gitea, signed with NETCLAIM_WEBHOOK_SECRET: a push to the state branch has the next run begin at once',
    },
    wait: {
      type: 'string',
      placeholder: 'TIME',
      about: 'how long to wait for health, and for what is going (default: 60s)',
    },
    cluster: {
      type: 'string',
      placeholder: 'NAME',
      about: 'what this cluster is called: its facts are pushed to netclaim/observed/NAME',
    },
    northbound: {
      type: 'string',
      placeholder: 'tcp:…,tcp:…',
      about: 'every member of OVN-NB: without them no address of proof: ovn is freed',
    },
    'northbound-tls': {
      type: 'string',
      placeholder: 'DIR',
      about: 'cacert, cert and key for ssl: members, as in the Secret kube-ovn-tls',
    },
    report: {
      type: 'string',
      placeholder: 'URL',
      about: 'where Netclaim is served: each run is reported, signed with NETCLAIM_REPORT_SECRET',
    },
    'dry-run': { type: 'boolean', about: 'say what would be done, and write nothing' },
    observe: {
      type: 'boolean',
      about: 'apply nothing: Flux or Argo CD does, and this judges and tells what came of it',
    },
    author: {
      type: 'string',
      placeholder: 'EMAIL',
      about: 'who alone may commit to the state branch (default: whoever looks like Netclaim)',
    },
    accept: {
      type: 'string',
      placeholder: 'COMMIT',
      about: 'a state commit that a person has looked at, though it is older or of another history',
    },
    'let-go': {
      type: 'string',
      placeholder: 'COMMIT',
      about:
        'a state commit that a person has looked at: what it takes away goes in spite of the brakes',
    },
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr, and only what needs a person' },
  },
  operands: { min: 0, max: 0 },
  example:
    'netclaim sync --repo https://git.example.com/acme/claims --cluster prod-1 --northbound tcp:10.0.0.1:6641 --every 30s',
}
