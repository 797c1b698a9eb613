import { styleFor } from '../../lib/adapters/terminal.ts'
import { failing } from '../../lib/pipeline/stuck/failing.ts'
import { stuckJson, stuckText } from '../../lib/summary/stuck-text.ts'
import { stuck } from '../history/stuck.ts'
import { type Command, type ExitCode, UsageError } from './command.ts'
import { historyOf, historyOptions } from './history-options.ts'
import { contextOption, isClusterNamed, leaseNamespaceOption } from './kubeconfig-options.ts'
import { lookLive } from './look-live.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { isJson } from './text-or-json.ts'

/** `netclaim stuck`: what waits, for what, and what to do next. */
export const stuckCommand: Command = {
  usage: 'stuck [--repo DIR] [--kubeconfig FILE | --at TIME|REV]',
  about:
    'Lists what does not go on: releases that are not over, claims that wait or are rejected, claims that break a rule and are kept, what a brake holds back, what cannot be read and is frozen, objects that the cluster does not have, or that a person holds as they are, reservations whose last day is over, commits that are not planned. --kubeconfig looks at the cluster, too, and lists each object that is not as Git says or not well. Each with what it waits for, since which commit, and the next command or the file to write. Ends with 1 when there is anything, with 0 when there is nothing.',
  options: {
    ...historyOptions,
    kubeconfig: { type: 'string', placeholder: 'FILE', about: 'a cluster to look at as it is now' },
    context: contextOption,
    namespace: leaseNamespaceOption,
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim stuck --repo claims --kubeconfig ~/.kube/config',
  async run(invocation): Promise<ExitCode> {
    const { options, terminal } = invocation
    const wantsJson = isJson(invocation, 'stuck')
    if ('at' in options && isClusterNamed(invocation))
      throw new UsageError(
        '--at and --kubeconfig exclude each other: a cluster is looked at as it is',
      )
    const progress = progressOn(terminal, options['quiet'] === true)
    progress.step('reading the history')
    const history = await historyOf(invocation)
    const byGit = await stuck(history, ownVersion())
    progress.step('looking at the cluster')
    const live = await lookLive(invocation)
    const named = new Set(byGit.map(({ what }) => what))
    const found = live === undefined ? byGit : [...byGit, ...failing(live, named)]
    progress.done()
    terminal.out(
      wantsJson ? stuckJson(found, history.tip) : stuckText(found, styleFor(terminal.colour)),
    )
    return found.length > 0 ? 1 : 0
  },
}
