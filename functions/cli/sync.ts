import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { styleFor } from '../../lib/adapters/terminal.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { createSync } from '../sync.ts'
import { systemClock } from '../system-clock.ts'
import { type Command, type Invocation, UsageError } from './command.ts'
import { type Progress, progressOn } from './progress.ts'
import { again, type Show } from './sync-loop.ts'
import { accessOf, durationOf, syncOptions } from './sync-options.ts'
import { openSource } from './sync-source.ts'
import { syncedJson, syncedText } from './synced.ts'

/** `netclaim sync`: the cluster side, once or again and again. */
export const syncCommand: Command = {
  usage:
    'sync [--repo DIR|URL | --archive URL] [--kubeconfig FILE] [--every 30s] [--dry-run | --observe]',
  about:
    'Gives a cluster what the state branch says: applies it in order, waits until it is healthy, and takes away what is no longer wanted, as far as the ledger or the brakes allow. Fields of others are not taken from them, but named. It may be stopped anywhere and run again. In a pod it takes its service account, else the kubeconfig that kubectl would take. A credential for the repository is read from NETCLAIM_GIT_AUTHORIZATION, the value of a header: "Basic …" or "token …".',
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
    context: { type: 'string', placeholder: 'NAME', about: 'which context of it' },
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
    wait: {
      type: 'string',
      placeholder: 'TIME',
      about: 'how long to wait for health, and for what is going (default: 60s)',
    },
    'dry-run': { type: 'boolean', about: 'say what would be done, and write nothing' },
    observe: {
      type: 'boolean',
      about: 'write nothing: Flux or Argo CD applies, and this judges what came of it',
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
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr, and only what needs a person' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim sync --repo https://git.example.com/acme/claims --every 30s',
  async run(invocation) {
    const every = durationOf(invocation, 'every')
    if (every !== undefined && invocation.options['once'] === true)
      throw new UsageError('--once and --every exclude each other')
    const progress = progressOn(invocation.terminal, invocation.options['quiet'] === true)
    const show = showOf(invocation, progress)
    const source = await openSource(invocation)
    try {
      const cluster = kubernetesCluster({ access: await accessOf(invocation), clock: systemClock })
      try {
        const run = createSync({
          ...syncOptions(invocation, progress),
          cluster,
          source: source.source,
        })
        if (every === undefined) return show(await run())
        return await again(run, { every, show, invocation })
      } finally {
        await cluster.close()
      }
    } finally {
      source.close()
    }
  },
}

function showOf(invocation: Invocation, progress: Progress): Show {
  const { options, terminal } = invocation
  const format = options['format'] ?? 'text'
  if (format !== 'text' && format !== 'json')
    throw new UsageError('sync has the formats text and json only')
  const quiet = options['quiet'] === true
  const style = styleFor(terminal.colour)
  return ({ run }) => {
    progress.done()
    terminal.out(format === 'json' ? syncedJson(run) : syncedText(run, { quiet, style }))
    return stateOf(run) === 'failure' ? 1 : 0
  }
}
