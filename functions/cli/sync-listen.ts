import { printable } from '../../lib/domain/printable.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import type { Log } from '../log.ts'
import { openHttpServer } from '../serve/http-server.ts'
import { type Alarm, alarm } from '../sync/alarm.ts'
import type { StateSource } from '../sync/state-source.ts'
import { createWakeApp } from '../sync/wake-app.ts'
import { type Invocation, UsageError } from './command.ts'
import { wordOf } from './word-of.ts'

/** Where webhooks are taken, and by which secrets. */
export interface Listening {
  readonly hostname: string
  readonly port: number
  readonly secrets: readonly string[]
}

/** As for `netclaim serve`. */
const MIN_SECRET = 16

/** What `--listen` says; undefined: nobody calls. */
export function listeningOf(invocation: Invocation): Listening | undefined {
  const word = wordOf(invocation, 'listen')
  if (word === undefined) return undefined
  if (invocation.options['every'] === undefined) throw new UsageError('--listen needs --every')
  const { host, six, port = '' } = ADDRESS.exec(word)?.groups ?? {}
  if (Number(port) > 65_535 || port === '')
    throw new UsageError('--listen takes HOST:PORT, such as 0.0.0.0:8080 or [::]:8080')
  const secrets = ['NETCLAIM_WEBHOOK_SECRET', 'NETCLAIM_WEBHOOK_SECRET_OLD'].flatMap((name) => {
    const secret = invocation.env[name] ?? ''
    if (secret !== '' && secret.length < MIN_SECRET)
      throw new UsageError(`${name} is shorter than ${MIN_SECRET} characters`)
    return secret === '' ? [] : [secret]
  })
  if (secrets.length === 0) throw new UsageError('--listen needs NETCLAIM_WEBHOOK_SECRET')
  return { hostname: six ?? host ?? '', port: Number(port), secrets }
}

const ADDRESS = /^(?:\[(?<six>[0-9a-fA-F:.]{2,45})\]|(?<host>[\w.-]{1,253})):(?<port>\d{1,5})$/

/** Rounds that webhooks can bring forward. */
export interface Woken {
  readonly alarm: Alarm
  /** The source, which tells of what branch pushes are to be heeded. */
  readonly source: StateSource
  close(): Promise<void>
}

/** Listens, where that is wanted. Throws `OutsideError` where the port cannot be had. */
export async function wakening(
  source: StateSource,
  listening: Listening | undefined,
  { terminal }: Invocation,
): Promise<Woken> {
  const bell = alarm()
  if (listening === undefined) return { alarm: bell, source, close: async () => undefined }
  let branch = defaultSettings.state.branch
  const log: Log = (level, event, { path = '', why = '' } = {}) => {
    if (level !== 'info')
      terminal.err(`netclaim: webhook ${event}: ${printable(`${path}: ${why}`, 400)}\n`)
  }
  const app = createWakeApp({
    secrets: listening.secrets,
    branch: () => branch,
    wake: () => bell.ring(),
    log,
  })
  const server = await openHttpServer({ ...listening, fetch: (request) => app.fetch(request) })
  terminal.err(`netclaim: listening for webhooks on ${listening.hostname}, port ${server.port}\n`)
  return {
    alarm: bell,
    source: {
      async latest(applied) {
        const fetched = await source.latest(applied)
        branch = fetched.branch ?? branch
        return fetched
      },
    },
    close: () => server.close(CLOSE_MS),
  }
}

/** How long who calls is waited for in the end. */
const CLOSE_MS = 2_000
