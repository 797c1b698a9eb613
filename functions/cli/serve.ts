import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Configuration, ConfigurationError, readConfiguration } from '../configuration.ts'
import { jsonLog } from '../log.ts'
import { nodeWork } from '../serve/node-work.ts'
import { serve } from '../serve.ts'
import { type Command, type Invocation, UsageError } from './command.ts'
import { stopSignal } from './stop-signal.ts'
import { wordOf } from './word-of.ts'

/** How long stopping may take; Kubernetes gives 30 seconds. */
const STOP_MS = 20_000

/** `netclaim serve`: the functions as a server on Node. */
export const serveCommand: Command = {
  usage: 'serve [--port 8080] [--host ADDRESS] [--sweep MINUTES] [--mirrors DIR]',
  about: `Takes webhooks of a forge and reports of clusters, checks pull requests and allocates. Keeps nothing: it may be stopped and started anywhere. Configured by variables:
  NETCLAIM_FORGE               github (default) or gitea
  NETCLAIM_FORGE_URL           base URL of the API, unless it is github.com's
  NETCLAIM_APP_ID              of the GitHub App
  NETCLAIM_PRIVATE_KEY         of the GitHub App, PEM
  NETCLAIM_TOKEN               of Gitea
  NETCLAIM_REPOSITORIES        owner/name, owner/name, …
  NETCLAIM_MAIN                the branch of the claims (default: main)
  NETCLAIM_WEBHOOK_SECRET      at least 16 characters
  NETCLAIM_WEBHOOK_SECRET_OLD  the one before, while it is being replaced
  NETCLAIM_CLUSTERS            JSON: {"NAME": {"repository": …, "secret": …, "oldSecret": …, "token": …}}
  NETCLAIM_METRICS_TOKEN       shown by whoever reads /metrics (default: nobody does)
Webhooks go to /webhooks/github or /webhooks/gitea, reports to /reports/NAME. The log has one JSON object a line.`,
  options: {
    port: { type: 'string', placeholder: 'PORT', about: 'where to listen (default: 8080)' },
    host: {
      type: 'string',
      placeholder: 'ADDRESS',
      about: 'the address to listen on (default: 127.0.0.1; :: for all)',
    },
    sweep: {
      type: 'string',
      placeholder: 'MINUTES',
      about: 'how often to look for what a lost event left (default: 10)',
    },
    mirrors: {
      type: 'string',
      placeholder: 'DIR',
      about: 'where mirrors of Git repositories are kept, for Gitea (default: a temporary folder)',
    },
    'at-once': {
      type: 'string',
      placeholder: 'NUMBER',
      about: 'repositories that are worked on at the same time (default: 4)',
    },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim serve --host :: --port 8080',
  async run(invocation) {
    const { terminal, env } = invocation
    const { problems, ...numbers } = readNumbers(invocation)
    const configuration = configurationOf(env, problems)
    const log = jsonLog({
      write: (line) => terminal.out(`${line}\n`),
      now: Date.now,
      secrets: configuration.secrets,
    })
    const mirrors = mirrorsOf(invocation)
    try {
      const served = await serve({
        configuration,
        work: nodeWork(mirrors.folder),
        log,
        hostname: wordOf(invocation, 'host') ?? '127.0.0.1',
        stopMs: STOP_MS,
        ...numbers,
      })
      log('info', 'stopping', { signal: await stopSignal() })
      await served.stop()
    } finally {
      mirrors.remove()
    }
    // A job that was let go of may hold a socket open; the process ends all the same.
    setTimeout(() => process.exit(), 1_000).unref()
    return 0 as const
  },
}

function mirrorsOf(invocation: Invocation): { readonly folder: string; remove(): void } {
  const named = wordOf(invocation, 'mirrors')
  if (named !== undefined)
    return { folder: resolve(invocation.terminal.cwd, named), remove: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-mirrors-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Problems with the options come first. */
function configurationOf(env: Invocation['env'], problems: readonly string[]): Configuration {
  try {
    return readConfiguration(env, problems)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message)
    throw error
  }
}

/** The options that are numbers, and what is wrong with any of them. */
function readNumbers({ options }: Invocation): {
  readonly port: number
  readonly sweepMs: number
  readonly atOnce: number
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const read = (name: string, { otherwise, min, max }: Bounds) => {
    const value = options[name] ?? String(otherwise)
    const number = Number(value)
    if (/^\d{1,5}$/.test(String(value)) && number >= min && number <= max) return number
    problems.push(`--${name} takes a number from ${min} to ${max}`)
    return otherwise
  }
  return {
    port: read('port', { otherwise: 8080, min: 0, max: 65_535 }),
    sweepMs: read('sweep', { otherwise: 10, min: 1, max: 1_440 }) * 60_000,
    atOnce: read('at-once', { otherwise: 4, min: 1, max: 64 }),
    problems,
  }
}

interface Bounds {
  readonly otherwise: number
  readonly min: number
  readonly max: number
}
