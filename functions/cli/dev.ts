import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printable } from '../../lib/domain/printable.ts'
import { dev } from '../dev.ts'
import { jsonLog } from '../log.ts'
import { type Command, UsageError } from './command.ts'
import { progressOn } from './progress.ts'
import { stopSignal } from './stop-signal.ts'

/** `netclaim dev`: everything on this machine. */
export const devCommand: Command = {
  usage: 'dev [DIR] [--port 8765]',
  about:
    'Everything on this machine: a forge with a page, a claims repository with some pull requests, and the functions that check and allocate. DIR keeps it (default: a new temporary folder); started there again, it goes on.',
  options: {
    port: { type: 'string', placeholder: 'PORT', about: 'where the page is (default: 8765)' },
    verbose: { type: 'boolean', about: 'the log of the functions on stderr' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 1 },
  example: 'netclaim dev',
  async run({ options, operands: [word], terminal }) {
    const port = portOf(options['port'])
    const progress = progressOn(terminal, options['quiet'] === true)
    const write = (line: string) => {
      if (options['verbose'] === true) terminal.err(`${line}\n`)
    }
    const folder = word === undefined ? temporary() : resolve(terminal.cwd, word)
    const stopped = stopSignal()
    const running = await dev({
      folder,
      port,
      log: jsonLog({ write, now: Date.now }),
      step: (what) => progress.step(what),
    })
    progress.done()
    terminal.out(`The claims repository, its pull requests and their checks:

  ${running.page}

A clone of it, to write claims in and push branches from:

  cd ${printable(running.clone, 4096)}

For commands that call the forge, as netclaim capture --pull-request you/claims:

  export ${Object.entries(running.variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}

Ctrl-C ends it.
`)
    await stopped
    await running.stop()
    return 0 as const
  },
}

function temporary(): string {
  return mkdtempSync(join(tmpdir(), 'netclaim-dev-'))
}

function portOf(given: string | boolean | undefined): number {
  const text = String(given ?? 8765)
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new UsageError('--port takes a number from 0 to 65535')
}
