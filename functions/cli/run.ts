import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Terminal } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { type ExitCode, UsageError } from './command.ts'
import { commands, type Entry } from './commands.ts'
import { commandHelp, overallHelp } from './help.ts'
import { didYouMean } from './nearest.ts'
import { ownVersion } from './package-root.ts'
import { parseArguments } from './parse-arguments.ts'

/** Runs one command line and gives its exit code; never throws. */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ExitCode> {
  try {
    return await dispatch(args, terminal, env)
  } catch (error) {
    return failure(error, terminal, env, args[0])
  }
}

async function dispatch(
  args: readonly string[],
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  const [name = '', ...rest] = args[0] === 'help' ? [args[1] ?? '--help', '--help'] : args
  if (name === '--version') return say(terminal, `netclaim ${ownVersion()}\n`)
  if (name === '--help' || name === '-h') return say(terminal, help())
  if (name === '') {
    terminal.err(help())
    return 2
  }
  const command = await entryOf(name).load()
  if (asksForHelp(rest)) return say(terminal, commandHelp(command))
  return command.run({ ...parseArguments(command, rest), terminal, env })
}

function entryOf(name: string): Entry {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry !== undefined) return entry
  const what = name.startsWith('-') ? 'option' : 'command'
  const known = [...Object.keys(commands), '--help', '--version']
  throw new UsageError(`unknown ${what} "${printable(name)}"${didYouMean(name, known)}`)
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** A command line or the world at fault: one line. A bug: one line and where to tell it. */
export function failure(
  error: unknown,
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>>,
  command?: string,
): ExitCode {
  if (error instanceof UsageError) {
    const help = command !== undefined && Object.hasOwn(commands, command) ? ` ${command}` : ''
    terminal.err(`netclaim: ${error.message}\nnetclaim${help} --help tells what there is\n`)
    return 2
  }
  const debug = Boolean(env['NETCLAIM_DEBUG'])
  const trace = debug && error instanceof Error ? `${error.stack ?? ''}\n` : ''
  if (error instanceof OutsideError) {
    const again = error.retryable ? ' (trying again may help)' : ''
    terminal.err(`netclaim: ${printable(error.message, 2000)}${again}\n${trace}`)
    return 2
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const hint = debug ? '' : '; NETCLAIM_DEBUG=1 shows where'
  terminal.err(
    `netclaim: this is a bug of ours: ${printable(message, 500)}\nPlease report it in the issues of the netclaim repository${hint}\n${trace}`,
  )
  return 70
}

function help(): string {
  return overallHelp(new Map(Object.entries(commands).map(([name, { about }]) => [name, about])))
}

function say(terminal: Terminal, text: string): ExitCode {
  terminal.out(text)
  return 0
}
