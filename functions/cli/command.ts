import type { Terminal } from '../../lib/adapters/terminal.ts'

/** 0 accepted, 1 refused, 2 could not run (usage, files, network), 70 our own bug. */
export type ExitCode = 0 | 1 | 2 | 70

/** One option of a command. A string option has a placeholder, which the help shows. */
export type Option =
  | { readonly type: 'boolean'; readonly about: string }
  | { readonly type: 'string'; readonly placeholder: string; readonly about: string }

/** What a person typed, parsed and held to the command's options and operands. */
export interface Invocation {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
  readonly terminal: Terminal
  /** Variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** One command of the command line. Parsing, `--help` and the three kinds of failure are main's work. */
export interface Command {
  /** What follows `netclaim`, such as `explain [RULE]`. */
  readonly usage: string
  /** What it does, one sentence or a few. */
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  /** How many operands it takes. */
  readonly operands: { readonly min: number; readonly max: number }
  /** A whole command line, as one would type it. */
  readonly example: string
  /**
   * Throws `UsageError` for what was typed wrongly and `OutsideError` for what the world refused.
   * Any other error is a bug of ours.
   */
  run(invocation: Invocation): ExitCode | Promise<ExitCode>
}

/** The command line is at fault: ends as exit code 2 and a pointer to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
