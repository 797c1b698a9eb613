import { relative, resolve } from 'node:path'
import { printable } from '../../lib/domain/printable.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { planner } from '../allocate/planner.ts'
import { makeState } from '../make-state.ts'
import type { Command, ExitCode } from './command.ts'
import { firstCommit, lookAtFolder, makeRepository, shellWord } from './init-repository.ts'
import { ownVersion } from './package-root.ts'
import { writeTemplate } from './repo-template.ts'

/** `netclaim init`: a claims repository on its first day, and its state branch. */
export const initCommand: Command = {
  usage: 'init DIR [--no-git]',
  about:
    'Makes a claims repository with an example of everything, its first commit, and its state branch. In a repository that has claims but no state branch, it makes only that.',
  options: { 'no-git': { type: 'boolean', about: 'write the files only' } },
  operands: { min: 1, max: 1 },
  example: 'netclaim init claims',
  async run({ options, operands: [word = '.'], terminal }) {
    const dir = resolve(terminal.cwd, word)
    const found = await lookAtFolder(dir)
    if (found === 'empty') writeTemplate(dir, ownVersion())
    if (options['no-git'] === true) {
      terminal.out(`Wrote a claims repository into ${printable(word)}\n`)
      return 0
    }
    if (found === 'empty') {
      await makeRepository(dir)
      await firstCommit(dir)
    }
    const { commit, findings } = await makeState(dir, { planner, engine: ownVersion() })
    if (findings.length > 0) terminal.err(`${findingsText(findings)}\n`)
    if (commit === undefined) {
      terminal.err('netclaim: the state branch was not made: the claims on main cannot be used\n')
      return 1
    }
    terminal.out(nextSteps(relative(terminal.cwd, dir) || '.'))
    return exitCodeOf(findings)
  },
}

function exitCodeOf(findings: readonly { readonly severity: string }[]): ExitCode {
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

function nextSteps(dir: string): string {
  return `Branches main (claims) and netclaim/state (ledger and manifests) are made. Next:

  cd ${shellWord(dir)}
  netclaim check --state netclaim/state
  git push --set-upstream <your empty repository> main netclaim/state
`
}
