import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type RealApiServer, startApiServer } from './real-api-server.ts'

const shared = resolve(import.meta.dirname, '../../../shared')
const cache =
  process.env['NETCLAIM_PEERS_CACHE'] ?? join(tmpdir(), `netclaim-peers-${userInfo().uid}`)
const binary = (part: string) => join(cache, 'built', `flux-${part}-controller`)
const isBuilt = ['source', 'kustomize'].every((part) => existsSync(binary(part)))
/** Kube-OVN needs them; they come with the system. */
const programs = ['ovsdb-server', 'ovn-nbctl', 'ovn-northd']
const hasPrograms = programs.every((name) =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, name))),
)

/** `npm run test:peers` looks at a real Flux; it takes minutes. */
const isWished = process.env['PEERS'] !== undefined
export const hasFlux = isWished && isBuilt && hasPrograms
if (isWished && !hasPrograms)
  console.warn(`no ${programs.join(', ')}: tests against a real Flux are skipped`)
if (isWished && !isBuilt)
  console.warn(
    'no Flux built by ../shared/peers/build/flux.sh: tests against a real one are skipped',
  )

/** Flux and Kube-OVN on a real API server, and every event that Flux's controllers send. */
export interface RealFlux {
  readonly api: RealApiServer
  readonly events: readonly unknown[]
  startApplying(): void
  stopApplying(): Promise<void>
  stop(): Promise<void>
}

const CRDS = [
  'kube-ovn-v1.16',
  'metallb-v0.16',
  'network-attachment-definition',
  'flux-notification-v1.9',
  'argo-cd-v3.5',
]

/** Starts them in some twenty seconds; nothing applies yet. */
export async function startFlux(): Promise<RealFlux> {
  const crds = CRDS.flatMap((name) => ['--crds', join(shared, 'crds', `${name}.yaml`)])
  const peers = '--kube-ovn --northd --gateway-node gw1 --controller-manager --flux --timeout 180'
  const api = await startApiServer([...peers.split(' '), ...crds])
  const folder = mkdtempSync(join(tmpdir(), 'nc-flux-'))
  const sink = await listen()
  let child: ChildProcess | undefined
  const stopApplying = async () => {
    const running = child
    child = undefined
    if (running === undefined) return
    const gone = new Promise((done) => running.once('exit', done))
    running.kill('SIGTERM')
    await gone
  }
  // One of our own takes its place: it sends its events.
  await api.tell('stop flux-kustomize-controller')
  return {
    api,
    events: sink.events,
    startApplying() {
      const options = [
        '--health-addr=127.0.0.1:0',
        '--metrics-addr=0',
        '--interval-jitter-percentage=0',
        '--requeue-dependency=2s',
        `--events-addr=${sink.url}`,
      ]
      child = spawn(binary('kustomize'), options, {
        stdio: 'ignore',
        env: { KUBECONFIG: api.kubeconfig, RUNTIME_NAMESPACE: 'flux-system', TMPDIR: folder },
      })
    },
    stopApplying,
    async stop() {
      await stopApplying()
      sink.close()
      await api.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Answers 200 to every event, as notification-controller does, and keeps it. */
async function listen() {
  const events: unknown[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      events.push(JSON.parse(body))
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { events, url: `http://127.0.0.1:${port}`, close }
}
