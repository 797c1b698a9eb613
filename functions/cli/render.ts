import { resolve } from 'node:path'
import { writeStateFolder } from '../../lib/adapters/state-folder.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { plural } from '../../lib/summary/summary.ts'
import { join, verdictText } from '../../lib/summary/text.ts'
import { type Command, UsageError } from './command.ts'
import { formatOf } from './format.ts'
import { inputOptions } from './input-options.ts'
import { judge } from './judge.ts'
import { show } from './show.ts'

/** `netclaim render`: the tree that `allocate` would commit, as a folder. */
export const renderCommand: Command = {
  usage:
    'render --out DIR [--head DIR|REV] [--base DIR|REV] [--state DIR|REV] [--observed FILE|DIR]',
  about:
    'Writes the whole state tree, ledger and manifests, into a folder. A refused claim is not in it.',
  options: {
    out: {
      type: 'string',
      placeholder: 'DIR',
      about: 'where to: an empty folder, or an earlier output',
    },
    ...inputOptions,
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim render --head . --out /tmp/state',
  async run(invocation) {
    const format = formatOf(invocation)
    const out = invocation.options['out']
    if (typeof out !== 'string') throw new UsageError('render needs --out DIR')
    const { summary, after, exitCode } = await judge(invocation, {
      diffs: format === 'markdown',
      whole: true,
    })
    const tree = after()
    writeStateFolder(resolve(invocation.terminal.cwd, out), tree)
    show(invocation.terminal, { format, summary }, (shown, style) =>
      join([
        findingsText(shown.report.findings, style),
        `${plural(tree.size, 'file')} in ${out}\n${verdictText(shown, style)}`,
      ]),
    )
    return exitCode
  },
}
