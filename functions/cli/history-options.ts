import { resolve } from 'node:path'
import { type History, openHistory } from '../history/open-history.ts'
import type { Invocation, Option } from './command.ts'
import { wordOf } from './word-of.ts'

/** Where a command finds the history of the state. */
export const historyOptions = {
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
  at: {
    type: 'string',
    placeholder: 'TIME|REV',
    about:
      'as it was at the end of a day (2026-03-01), at an instant (2026-03-01T10:00:00Z) or at a commit of main or of the state',
  },
} as const satisfies Readonly<Record<string, Option>>

/** The history that these options name. */
export function historyOf(invocation: Invocation): Promise<History> {
  const repo = resolve(invocation.terminal.cwd, wordOf(invocation, 'repo') ?? '.')
  return openHistory(repo, { branch: wordOf(invocation, 'branch'), at: wordOf(invocation, 'at') })
}
