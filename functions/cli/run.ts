import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Terminal } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { type Command, type ExitCode, UsageError } from './command.ts'
import { commandHelp, overallHelp } from './help.ts'
import { didYouMean } from './nearest.ts'
import { ownVersion } from './package-root.ts'
import { parseArguments } from './parse-arguments.ts'

interface Entry {
  readonly about: string
  /** Read only when it is asked for, so that the rest costs no start. */
  readonly load: () => Promise<Command>
}

const commands: Readonly<Record<string, Entry>> = {
  check: {
    about: 'judge a change: what it gets, what it collides with',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  plan: {
    about: 'what would be allocated, and the diff of the manifests',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  render: {
    about: 'write the whole state tree into a folder',
    load: async () => (await import('./render.ts')).renderCommand,
  },
  capacity: {
    about: 'how full every pool is',
    load: async () => (await import('./capacity.ts')).capacityCommand,
  },
  explain: {
    about: 'what a rule wants, why, an example, the source',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  init: {
    about: 'a claims repository, and its state branch',
    load: async () => (await import('./init.ts')).initCommand,
  },
  allocate: {
    about: 'allocate on a local Git repository',
    load: async () => (await import('./allocate.ts')).allocateCommand,
  },
  run: {
    about: 'a function inside a CI job',
    load: async () => (await import('./run-function.ts')).runFunctionCommand,
  },
  'github-app': {
    about: 'the manifest of the GitHub App, and where to post it',
    load: async () => (await import('./github-app.ts')).githubAppCommand,
  },
  doctor: {
    about: 'what is missing or unsafe about a repository',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  serve: {
    about: 'the functions as a server, for webhooks of a forge and reports of clusters',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  sync: {
    about: 'the cluster side: apply the state, wait for health, take away what is no longer wanted',
    load: async () => (await import('./sync.ts')).syncCommand,
  },
  'hand-over': {
    about: 'objects in a cluster from one applier to another',
    load: async () => (await import('./hand-over.ts')).handOverCommand,
  },
  dev: {
    about: 'everything on this machine: a forge with a page, and the functions',
    load: async () => (await import('./dev.ts')).devCommand,
  },
}

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
