import { run } from '../../functions/cli/run.ts'
import type { Terminal } from '../../lib/adapters/terminal.ts'
import { fence, generated, markdownTable, page } from './markdown.ts'

/** The help of every command, as it prints it. */
export async function commandLinePage(): Promise<string> {
  const overall = await help()
  const names = [...overall.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)].map(([, name = '']) => name)
  const sections: string[] = []
  for (const name of names)
    sections.push(`## netclaim ${name}\n\n${fence('text', await help(name))}`)
  return page(generated('The command line'), fence('text', overall), inputs, ...sections)
}

async function help(...command: readonly string[]): Promise<string> {
  let text = ''
  const terminal: Terminal = {
    out: (some) => void (text += some),
    err: (some) => void (text += some),
    colour: false,
    interactive: false,
    width: 80,
    cwd: '/',
  }
  await run([...command, '--help'], terminal)
  return text
}

const inputs = [
  '`--head`, `--base` and `--state` take a folder, or a Git revision of the repository that the working directory lies in. A word that is both is refused: `./NAME` is always a folder, `refs/heads/NAME` or a full commit id always a revision. A head that holds no claims repository and a state without `state.yaml` are refused too, since they would look like a change of nothing. `--head` is the whole tree to judge, not only what changes in it; for a pull request that is the head merged onto `main`.',
  'A check needs no network, no account and no configuration.',
  markdownTable(
    ['variable of the environment', 'what it does'],
    [
      ['`NO_COLOR`', 'not empty: no colours, not even on a terminal'],
      ['`FORCE_COLOR`', 'colours also where there is no terminal; `0`: none'],
      ['`NETCLAIM_DEBUG`', 'not empty: shows where a bug of ours happened'],
    ],
  ),
  markdownTable(
    ['`--format`', 'for whom'],
    [
      ['`text`', 'people at a terminal'],
      ['`json`', 'programs; see below'],
      ['`markdown`', 'the summary of a check or of a job, below 65,000 bytes'],
      [
        '`github`',
        'the log of a GitHub job: each finding a workflow command, which GitHub shows at its line (ten of each severity for a step)',
      ],
      ['`sarif`', 'code scanning and editors: SARIF 2.1.0, each rule with what `explain` says'],
      ['`junit`', 'CI systems that show test reports: a test case for each claim'],
    ],
  ),
  '`--format json` prints one object of version 1; its schema is `lib/summary/report.schema.json`. What is absent is left out, never null, and counts are decimal texts, since an IPv6 pool does not fit a number.',
].join('\n\n')
