import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type KubernetesOptions, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { handClock } from '../github/clock.ts'

/** A call as it came. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** What to answer; undefined: nothing, the connection is cut. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What a server does with a call that is not about discovery. */
export type Answering = (
  call: Call,
  response: ServerResponse,
) => Reply | undefined | 'answered' | Promise<Reply | undefined>

/** A server that answers as it is told, and our adapter before it. */
export interface ScriptedApi extends AsyncDisposable {
  readonly cluster: Cluster
  /** All but those of discovery. */
  readonly calls: readonly Call[]
  readonly pauses: readonly number[]
  /** How often discovery was asked. */
  readonly discoveries: () => number
  /** Time goes by. */
  readonly pass: (milliseconds: number) => Promise<void>
  /** Connections at a time, at most. */
  readonly sockets: () => number
}

export const TOKEN = 'the-token-of-a-service-account'

/** What discovery says: ConfigMaps and Namespaces, and a group in which there is one kind. */
const discovery: Readonly<Record<string, unknown>> = {
  '/api': { versions: ['v1'] },
  '/api/v1': resources(['configmaps', 'ConfigMap', true], ['namespaces', 'Namespace', false]),
  '/apis': { groups: [{ versions: [{ groupVersion: 'x.dev/v1' }, { groupVersion: 'x.dev/v2' }] }] },
  '/apis/x.dev/v1': resources(['things', 'Thing', false], ['things/status', 'Thing', false]),
}

/** Starts one; it ends with the block that it is made in. */
export async function scriptedApi(
  answering: Answering,
  options: Partial<KubernetesOptions> = {},
): Promise<ScriptedApi> {
  const calls: Call[] = []
  const open = new Set<Socket>()
  let most = 0
  let discoveries = 0
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  server.on('connection', (socket) => {
    open.add(socket)
    most = Math.max(most, open.size)
    socket.on('close', () => open.delete(socket))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request
    const call = { method, path, body: await text(request) }
    if (!(path in discovery) || method !== 'GET') calls.push(call)
    else discoveries += 1
    const reply = (await answering(call, response)) ?? ofDiscovery(path)
    if (reply === 'answered') return
    if (reply === undefined) return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const clock = handClock()
  const headers = { authorization: `Bearer ${TOKEN}` }
  const cluster = kubernetesCluster({
    access: {
      server: `http://127.0.0.1:${port}`,
      credentials: async () => ({ tls: {}, headers }),
    },
    clock,
    random: () => 0.5,
    ...options,
  })
  return {
    cluster,
    calls,
    pauses: clock.pauses,
    discoveries: () => discoveries,
    pass: (milliseconds) => clock.pause(milliseconds),
    sockets: () => most,
    async [Symbol.asyncDispose]() {
      await cluster.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Refused as Kubernetes does it. */
export function status(code: number, message: string, fields: object = {}): Reply {
  return { status: code, body: { kind: 'Status', status: 'Failure', message, code, ...fields } }
}

function ofDiscovery(path: string): Reply | undefined {
  const body = discovery[path]
  return body === undefined ? undefined : { status: 200, body }
}

function resources(...rows: readonly (readonly [string, string, boolean])[]) {
  return { resources: rows.map(([name, kind, namespaced]) => ({ name, kind, namespaced })) }
}
