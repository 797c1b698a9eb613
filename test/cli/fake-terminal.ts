import { run } from '../../functions/cli/run.ts'
import type { Terminal } from '../../lib/adapters/terminal.ts'

/** What one command line wrote and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, without a terminal. */
export async function netclaim(
  args: readonly string[],
  more: Partial<Terminal> & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  let [out, err] = ['', '']
  const terminal: Terminal = {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    colour: false,
    interactive: false,
    width: 80,
    cwd: process.cwd(),
    ...more,
  }
  const code = await run(args, terminal, more.env)
  return { code, out, err }
}
