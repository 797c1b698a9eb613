import { type History, openHistory } from '../history/open-history.ts'
import { repoOf, repositoryOptions } from './claims-repository.ts'
import type { Invocation, Option } from './command.ts'
import { wordOf } from './word-of.ts'

/** Where a command finds the history of the state. */
export const historyOptions = {
  ...repositoryOptions,
  at: {
    type: 'string',
    placeholder: 'TIME|REV',
    about:
      'as it was at the end of a day (2026-03-01), at an instant (2026-03-01T10:00:00Z) or at a commit of main or of the state',
  },
} as const satisfies Readonly<Record<string, Option>>

/** The history that these options name. */
export function historyOf(invocation: Invocation): Promise<History> {
  const repo = repoOf(invocation)
  return openHistory(repo, { branch: wordOf(invocation, 'branch'), at: wordOf(invocation, 'at') })
}
