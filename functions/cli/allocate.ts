import { gitRepository } from '../../lib/adapters/git.ts'
import { styleFor } from '../../lib/adapters/terminal.ts'
import type { Planned } from '../allocate/build.ts'
import { planner } from '../allocate/planner.ts'
import { stateBranchOf } from '../allocate/state-branch.ts'
import { allocate } from '../allocate.ts'
import { allocatedJson, allocatedText } from './allocated.ts'
import { mainOf, repoOf, repositoryOptions } from './claims-repository.ts'
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { isJson } from './text-or-json.ts'
import { wordOf } from './word-of.ts'

/** `netclaim allocate`: the function, on a Git repository of this machine. */
export const allocateCommand: Command = {
  usage: 'allocate [--repo DIR] [--push] [--branch main] [--never-applied]',
  about:
    'Plans every commit of main that the state branch does not know yet, and commits ledger and manifests there. May run several times at once, and be stopped anywhere. Ends with 1 when a commit has errors; what has none is allocated all the same.',
  options: {
    repo: repositoryOptions.repo,
    push: { type: 'boolean', about: 'read main and the state from the remote, and push the state' },
    remote: {
      type: 'string',
      placeholder: 'NAME',
      about: 'the remote of --push (default: origin)',
    },
    branch: repositoryOptions.branch,
    'never-applied': {
      type: 'boolean',
      about: 'no cluster has ever applied anything: free at once what is releasing',
    },
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: {
      type: 'boolean',
      about: 'no progress on stderr, and nothing about commits without findings',
    },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim allocate --repo . --push',
  async run(invocation) {
    const { options, terminal } = invocation
    const wantsJson = isJson(invocation, 'allocate')
    if (options['remote'] !== undefined && options['push'] !== true)
      throw new UsageError('--remote needs --push')
    const quiet = options['quiet'] === true
    const progress = progressOn(terminal, quiet)
    progress.step('reading the repository')
    const repo = repoOf(invocation)
    const repository = await gitRepository({
      repo,
      ...(options['push'] === true ? { remote: word(invocation, 'remote', 'origin') } : {}),
    })
    const main = await mainOf(invocation, repo)
    const state = await stateBranchOf(repository, main)
    progress.step('allocating')
    const planned = await allocate(repository, {
      planner,
      engine: ownVersion(),
      main,
      state,
      neverApplied: options['never-applied'] === true,
      wait: pause,
    })
    progress.done()
    if (wantsJson) terminal.out(allocatedJson(planned))
    else terminal.out(allocatedText(planned, { quiet, style: styleFor(terminal.colour) }))
    return exitCodeOf(planned)
  },
}

/** 1: a commit has errors, or was not allocated. */
function exitCodeOf(planned: readonly Planned[]): ExitCode {
  const isRed = ({ occasion, commit, findings }: Planned) =>
    (occasion === 'commit' && commit === undefined) ||
    findings.some(({ severity }) => severity === 'error')
  return planned.some(isRed) ? 1 : 0
}

/** Longer each time, and never the same for two runs that meet. */
function pause(attempt: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, Math.min(15_000, 100 * 2 ** attempt) * (0.2 + 0.8 * Math.random()))
  })
}

function word(invocation: Invocation, name: string, otherwise: string): string {
  return wordOf(invocation, name) ?? otherwise
}
