import { resolve } from 'node:path'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { managers } from '../../lib/pipeline/appliers/managers.ts'
import { handOver, KUBECTL } from '../hand-over.ts'
import { systemClock } from '../system-clock.ts'
import { type Command, type Invocation, UsageError } from './command.ts'
import { contextOption } from './kubeconfig-options.ts'
import { wordOf } from './word-of.ts'

/** `netclaim hand-over`: objects in a cluster from one applier to another. */
export const handOverCommand: Command = {
  usage: 'hand-over --from APPLIER --to APPLIER [--kubeconfig FILE] [--context NAME]',
  about: `Notes every object in the cluster that Netclaim renders as another applier's: netclaim (netclaim sync), flux or argocd. No value changes and nothing is made anew; whoever has it then may change and remove all of it. Both are to be at rest meanwhile. From kubectl, what people set by hand and the other applies as well is the latter's alone; what they set beside it stays theirs. It may be stopped anywhere and run again.`,
  options: {
    from: { type: 'string', placeholder: 'APPLIER', about: 'who applied them so far, or kubectl' },
    to: { type: 'string', placeholder: 'APPLIER', about: 'who is to apply them' },
    kubeconfig: { type: 'string', placeholder: 'FILE', about: 'which kubeconfig' },
    context: contextOption,
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim hand-over --from netclaim --to flux',
  async run(invocation) {
    const { terminal } = invocation
    const to = applierOf(invocation, 'to')
    const from = wordOf(invocation, 'from') === KUBECTL ? KUBECTL : applierOf(invocation, 'from')
    if (from === to) throw new UsageError('--from and --to name the same applier')
    const [file, context] = ['kubeconfig', 'context'].map((name) => wordOf(invocation, name))
    const access = await kubeconfigAccess(systemClock, {
      ...(file === undefined ? {} : { file: resolve(terminal.cwd, file) }),
      ...(context === undefined ? {} : { context }),
    })
    const cluster = kubernetesCluster({ access, clock: systemClock })
    try {
      const { moved, others } = await handOver(cluster, { from, to })
      terminal.out(`${moved} objects handed over, ${others} were not applied by ${from}\n`)
    } finally {
      await cluster.close()
    }
    return 0 as const
  },
}

function applierOf(invocation: Invocation, option: 'from' | 'to'): string {
  const word = wordOf(invocation, option) ?? ''
  const found = Object.entries(managers).find(([name]) => name === word)
  if (found !== undefined) return found[1]
  throw new UsageError(`--${option} takes one of ${Object.keys(managers).join(', ')}`)
}
