import { resolve } from 'node:path'
import { mainBranch } from '../../lib/adapters/git/revision.ts'
import type { Invocation, Option } from './command.ts'
import { wordOf } from './word-of.ts'

/** How a command is told which claims repository of this machine it is about. */
export const repositoryOptions = {
  repo: {
    type: 'string',
    placeholder: 'DIR',
    about: 'the repository, bare or not (default: the working directory)',
  },
  branch: {
    type: 'string',
    placeholder: 'NAME',
    about: 'the branch of the claims (default: main; of a bare repository, that of its HEAD)',
  },
} as const satisfies Readonly<Record<string, Option>>

/** The folder that `--repo` names. */
export function repoOf(invocation: Invocation): string {
  return resolve(invocation.terminal.cwd, wordOf(invocation, 'repo') ?? '.')
}

/** The branch that `--branch` names, or that of the repository. Throws `OutsideError` where that is none. */
export function mainOf(invocation: Invocation, repo: string): Promise<string> {
  return mainBranch(repo, wordOf(invocation, 'branch'))
}
