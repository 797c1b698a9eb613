import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { wranglerEnvironment } from '../wrangler-environment.ts'

// Its types are missing; the program that npm puts on the path hands on no channel.
const require = createRequire(import.meta.url)
const { default: workerd } = require('workerd') as { readonly default: string }

/** A workerd that runs the bundle of the Worker, and how long it took until it listened. */
export interface WorkerdServer {
  readonly port: number
  readonly startMs: number
  stop(): void
}

/** Writes the Worker into a folder, as it is deployed. */
export function bundleWorker(folder: string): void {
  const options = { env: { ...process.env, ...wranglerEnvironment }, stdio: 'pipe' } as const
  execFileSync('npx', ['wrangler', 'deploy', '--dry-run', '--minify', '--outdir', folder], options)
}

/** Runs the `worker.js` of a folder in a workerd of its own. What it queues ends in a service that takes all. */
export async function startWorkerd(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<WorkerdServer> {
  const config = join(folder, 'config.capnp')
  writeFileSync(config, configOf(env))
  const since = performance.now()
  const server = spawn(workerd, ['serve', '--control-fd=3', config], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const port = await listening(server)
  return { port, startMs: performance.now() - since, stop: () => server.kill() }
}

/** workerd tells on its control channel where it listens. */
async function listening(server: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: server.stdio[3] as Readable })) {
    const { event, port } = JSON.parse(line) as { readonly event: string; readonly port: number }
    if (event === 'listen') return port
  }
  throw new Error('workerd ended before it listened')
}

/** What a queue of Cloudflare answers to messages that it took. */
const taken = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }

/** Reads each message to its end. It shares the thread of the Worker, so it does no more than that. */
const queue = `const taken = '${JSON.stringify(taken)}'
export default { async fetch(request) { await request.arrayBuffer(); return new Response(taken) } }`

function configOf(env: Readonly<Record<string, string>>): string {
  const texts = Object.entries(env).map(
    ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)}),`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "netclaim", worker = .netclaim), (name = "queue", worker = .queue)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "netclaim")],
);
const netclaim :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-08-01",
  bindings = [
    ${texts.join('\n    ')}
    (name = "JOBS", queue = "queue"),
  ],
);
const queue :Workerd.Worker = (
  modules = [(name = "queue.js", esModule = ${JSON.stringify(queue)})],
  compatibilityDate = "2026-08-01",
);
`
}
