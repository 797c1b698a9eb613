import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters, styleText } from 'node:util'

/** What one command printed, both streams together, and its exit code. */
export interface Played {
  readonly code: number
  readonly text: string
}

/** Where the demo plays: a clone that a person works in, and what that person sees. */
export interface Stage {
  /** The working directory of every command. */
  readonly clone: string
  title(text: string): void
  say(text: string): void
  /** Shows a line as typed, runs it, shows what it printed. Another exit code stops the demo. */
  netclaim(exitCode: number, ...args: readonly string[]): string
  /** The same for git, whatever it prints. */
  git(...args: readonly string[]): string
  /** Shows a line as typed and runs it; what git chats about it is left out. */
  step(...args: readonly string[]): void
  /** Runs git without showing it; gives what it prints, trimmed. */
  quietly(...args: readonly string[]): string
  /** Writes a file of the clone, undefined: removes it, and shows that. */
  file(path: string, text: string | undefined): void
  /** Writes a file of the clone, and shows its name only. */
  quietFile(path: string, text: string): void
  /** Stops the demo when what it shows is not what it tells. */
  expect(holds: boolean, what: string): void
}

const main = resolve(import.meta.dirname, '../../functions/cli/main.ts')

/** The command line as a process is started: this Node, and the entry. */
export const netclaimCommand = [process.execPath, main] as const

/** Something went otherwise than the demo tells. */
export class Otherwise extends Error {}

/** A stage in an empty folder; everything goes to standard output. */
export function openStage(root: string): Stage {
  const clone = join(root, 'claims')
  const isTerminal = process.stdout.isTTY === true && !process.env['NO_COLOR']
  const tone = (format: Parameters<typeof styleText>[0], text: string) =>
    isTerminal ? styleText(format, text, { validateStream: false }) : text
  const env = environment(root, isTerminal)

  function play(command: readonly string[], cwd: string): Played {
    const [program = '', ...args] = command
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (error !== undefined) throw error
    return { code: status ?? 70, text: `${stdout}${stderr}` }
  }
  function show(typed: string, text: string): void {
    print(`${tone('bold', `$ ${typed}`)}\n${text}`)
  }
  function write(path: string, text: string | undefined): void {
    const full = join(clone, path)
    if (text === undefined) return rmSync(full)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
  }
  function git(args: readonly string[]): Played {
    const played = play(['git', ...args], clone)
    if (played.code !== 0) throw new Otherwise(`git ${args.join(' ')}: ${played.text}`)
    return played
  }

  return {
    clone,
    title: (text) => print(`\n${tone('cyan', `── ${text} ${'─'.repeat(72 - text.length)}`)}\n\n`),
    say: (text) => print(`${tone('dim', text)}\n\n`),
    git(...args) {
      const played = git(args)
      show(['git', ...args].map(word).join(' '), played.text)
      return played.text
    },
    step(...args) {
      git(args)
      show(['git', ...args].map(word).join(' '), '')
    },
    quietly: (...args) => git(args).text.trimEnd(),
    netclaim(exitCode, ...args) {
      // Only `init` comes before the clone is there.
      const cwd = args[0] === 'init' && args[1] === 'claims' ? root : clone
      const played = play([...netclaimCommand, ...args], cwd)
      show(['netclaim', ...args].map(word).join(' '), played.text)
      print('\n')
      const ended = `netclaim ${args[0]} ends with ${played.code}`
      if (played.code !== exitCode) throw new Otherwise(`${ended}, and not with ${exitCode}`)
      return stripVTControlCharacters(played.text)
    },
    quietFile(path, text) {
      write(path, text)
      print(`+ ${path}\n`)
    },
    file(path, text) {
      write(path, text)
      print(text === undefined ? `- ${path}\n` : `+ ${path}\n${tone('dim', indented(text))}`)
    },
    expect(holds, what) {
      if (!holds) throw new Otherwise(what)
    },
  }
}

/** A person of whom nothing else is known; no Git process that goes on in the background. */
function environment(root: string, isTerminal: boolean): NodeJS.ProcessEnv {
  const config = { 'maintenance.auto': 'false', 'gc.auto': '0', 'user.name': 'demo' }
  const pairs = Object.entries({ ...config, 'user.email': 'demo@example.com' })
  return {
    PATH: process.env['PATH'],
    HOME: root,
    GIT_EDITOR: 'true',
    // Halves the start of the command line from the second time on.
    NODE_COMPILE_CACHE: join(root, '.node-cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: String(pairs.length),
    ...Object.fromEntries(
      pairs.flatMap(([key, value], n) => [
        [`GIT_CONFIG_KEY_${n}`, key],
        [`GIT_CONFIG_VALUE_${n}`, value],
      ]),
    ),
    ...(isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  }
}

/** As a person would type it for a shell. */
function word(arg: string): string {
  return /^[\w./:@^=~{}-]+$/.test(arg) ? arg : `"${arg}"`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ')
}

function print(text: string): void {
  process.stdout.write(text)
}
