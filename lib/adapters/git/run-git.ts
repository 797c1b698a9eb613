import { type ChildProcess, spawn } from 'node:child_process'
import { OutsideError } from '../outside-error.ts'

/** How a child process of git ended. */
export interface GitResult {
  readonly code: number
  readonly out: Buffer
  readonly err: string
}

/** What a run of git may be given beside its arguments. */
export interface GitOptions {
  readonly input?: string | Buffer | Iterable<string | Buffer>
  readonly env?: Readonly<Record<string, string>>
  /** Gets the output in pieces; the result's `out` is empty then. */
  readonly onData?: (chunk: Buffer) => void
  /** Ends git when it is aborted; the result's code is -1 then. */
  readonly stop?: AbortSignal
  /** Longer than this it may not take (default 15 minutes): a remote that falls silent would be waited for without end. */
  readonly timeoutMs?: number
  /** Output beyond this ends git (default 256 MiB): a tree that holds itself many times over has no end. */
  readonly maxBytes?: number
}

/**
 * Settings by which the reader's own configuration cannot change what is read or written, nor run
 * anything: hooks and fsmonitor are programs, and a clean-up in the background outlives its parent.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.pager=cat',
  'gc.auto=0',
  'maintenance.auto=false',
  'log.showSignature=false',
  'fetch.recurseSubmodules=false',
  'push.recurseSubmodules=no',
  'push.followTags=false',
  'push.gpgSign=false',
].flatMap((setting) => ['-c', setting])

/** `GIT_…` variables that only say how to reach a remote; any other could point git elsewhere. */
const TRANSPORT = /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_.+|HTTP_.+|CONFIG_.+)$/

const ERROR_LIMIT = 64 * 1024
const OUTPUT_LIMIT = 256 * 1024 * 1024
const TIME_LIMIT_MS = 15 * 60_000

/**
 * Runs git in a folder, without a shell. Throws `OutsideError` only where git cannot be started, gives too much, or
 * takes too long, which may pass.
 */
export function runGit(
  dir: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    // Its own process group: a Ctrl-C that is meant for us must not leave a half-moved branch.
    const child = spawn('git', ['-C', dir, '--no-pager', ...SETTINGS, ...args], {
      env: { ...cleanEnvironment(process.env), ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    const { onData, maxBytes = onData ? Infinity : OUTPUT_LIMIT } = options
    const { timeoutMs = TIME_LIMIT_MS } = options
    const timer = setTimeout(() => {
      killAll(child)
      reject(tooLong(args, timeoutMs))
    }, timeoutMs)
    const out: Buffer[] = []
    let bytes = 0
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) {
        child.kill('SIGKILL')
        reject(tooMuch(args, maxBytes))
      } else if (onData) onData(chunk)
      else out.push(chunk)
    })
    options.stop?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    child.stderr.on('data', (chunk: Buffer) => {
      if (err.length < ERROR_LIMIT) err += chunk.toString('utf8')
    })
    child.on('error', (cause) => {
      clearTimeout(timer)
      reject(new OutsideError('git cannot be started', { system: 'git', retryable: false, cause }))
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? -1, out: Buffer.concat(out), err })
    })
    // A child that ends before it has read everything says why on stderr.
    child.stdin.on('error', () => undefined)
    feed(child.stdin, options.input)
  })
}

/** Also what git started to reach a remote. */
function killAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}

function tooLong(args: readonly string[], timeoutMs: number): OutsideError {
  const message = `git ${args[0] ?? ''} takes longer than ${Math.round(timeoutMs / 1_000)} seconds`
  return new OutsideError(message, { system: 'git', retryable: true })
}

function tooMuch(args: readonly string[], maxBytes: number): OutsideError {
  const message = `git ${args[0] ?? ''} gives more than ${maxBytes} bytes`
  return new OutsideError(message, { system: 'git', retryable: false })
}

function feed(stdin: NodeJS.WritableStream, input: GitOptions['input']): void {
  if (typeof input === 'string' || Buffer.isBuffer(input)) stdin.write(input)
  else for (const chunk of input ?? []) stdin.write(chunk)
  stdin.end()
}

/** The environment without anything that says where the repository is or how git should talk. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || isTransport(name))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    LANGUAGE: 'C',
    TZ: 'UTC',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // A replaced object would make one commit id mean two trees.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
  }
}

function isTransport(name: string): boolean {
  return TRANSPORT.test(name)
}
