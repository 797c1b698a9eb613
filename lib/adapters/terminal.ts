import { styleText } from 'node:util'
import { OutsideError } from './outside-error.ts'

/** What `node:util` calls a format: a colour or a modifier. */
type Format = Parameters<typeof styleText>[0]

/** A style of text; without colours it gives the text back as it is. */
type Style = (format: Format, text: string) => string

/** Where a command writes to. */
export interface Terminal {
  /** Results. A reader that has gone away (`| head`) is no error. */
  out(text: string): void
  /** Everything that is no result. */
  err(text: string): void
  /** True when results may carry colour: a terminal, and no `NO_COLOR`. */
  readonly colour: boolean
  /** True when a person sees what `err` says. */
  readonly interactive: boolean
  /** Columns of the terminal; 80 where there is none. */
  readonly width: number
  /** The working directory, absolute. */
  readonly cwd: string
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process
  stdout.on('error', refused)
  // Where nobody can be told, the exit code still tells.
  stderr.on('error', () => undefined)
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colour: wantsColour(stdout.isTTY === true, env),
    interactive: stderr.isTTY === true,
    width: stdout.columns ?? 80,
    cwd: process.cwd(),
  }
}

/** https://no-color.org: `NO_COLOR`, when not empty, switches colour off; `FORCE_COLOR` is Node's own. */
export function wantsColour(
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return isTerminal && env['TERM'] !== 'dumb'
}

/** Colours, or none. */
export function styleFor(colour: boolean): Style {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text)
}

/** A full disk or a lost device is the world's fault; a reader that has gone away is nobody's. */
function refused(cause: NodeJS.ErrnoException): void {
  if (cause.code === 'EPIPE') return
  throw new OutsideError(`the output cannot be written: ${cause.code ?? cause.message}`, {
    system: 'files',
    retryable: false,
    cause,
  })
}
