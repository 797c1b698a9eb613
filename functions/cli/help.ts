import type { Command } from './command.ts'

/** The help of the whole command line. `commands` are names and what they do. */
export function overallHelp(commands: ReadonlyMap<string, string>): string {
  const rows = [...commands].map(([name, about]) => [`  ${name}`, about] as const)
  return [
    'Network claims as pull requests: what a change gets, what it collides with,\nand how full every pool then is.',
    `Usage: netclaim COMMAND [OPTIONS]\n\n${columns(rows)}`,
    columns([
      ['  --help', 'this help, or that of a command'],
      ['  --version', 'the version'],
    ]),
    'Example\n  netclaim check --base main --head .',
    exitCodes,
    'netclaim COMMAND --help tells more.\n',
  ].join('\n\n')
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const rows = Object.entries(command.options).map(([name, option]) => {
    const value = option.type === 'string' ? ` ${option.placeholder}` : ''
    return [`  --${name}${value}`, option.about] as const
  })
  return [
    command.about,
    `Usage: netclaim ${command.usage}`,
    `Options\n${columns([...rows, ['  --help', 'this help']])}`,
    `Example\n  ${command.example}`,
    `${exitCodes}\n`,
  ].join('\n\n')
}

const exitCodes = `Exit codes
  0   accepted, perhaps with warnings
  1   refused: at least one finding is an error
  2   could not run: the command line, a file, Git or a remote
  70  a bug of ours`

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => left.padEnd(width) + right).join('\n')
}
