import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Where the running peers are, as `up.mjs` prints it (the fields that we use). */
export interface Peers {
  readonly server: string
  readonly token: string
  readonly caFile: string
  /** Address of the OVN northbound database for `ovn-nbctl --db`. */
  readonly nb: string
  /** The same of the southbound one, for `ovn-trace`. */
  readonly sb: string
  readonly logs: Readonly<Record<string, string>>
  readonly child: ChildProcess
}

/** An object of the API, or its error: the fields that we look at. */
export interface Seen {
  readonly message?: string
  readonly metadata?: { readonly resourceVersion?: string }
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    readonly ready?: boolean
    readonly v4Ip?: string
    readonly standby?: boolean
    readonly extraExternalSubnets?: readonly string[]
    readonly availableIPv4?: number
  }
}

export interface Answer {
  readonly status: number
  readonly warning: string | undefined
  readonly body: Seen
}

/** On a machine that is busy Kube-OVN now and then waits for itself for ever when it starts; then all start again. */
const STARTS = 3

/** Starts ../shared/peers/up.mjs with `options`; resolves when every peer is ready. */
export async function startPeers(options: readonly string[]): Promise<Peers> {
  for (let start = 1; start < STARTS; start++) {
    const peers = await tryStart(['--timeout', '60', ...options])
    if (peers !== undefined) return peers
  }
  const peers = await tryStart(options)
  if (peers === undefined) throw new Error('the peers did not start')
  return peers
}

async function tryStart(options: readonly string[]): Promise<Peers | undefined> {
  const script = new URL('../../../shared/peers/up.mjs', import.meta.url).pathname
  const child = spawn(process.execPath, [script, ...options, ...own()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    return { ...JSON.parse(line), child }
  }
  return undefined
}

/** Programs that `npm run peers` has built are taken where they are all there. */
function own(): readonly string[] {
  const folder = process.env['NETCLAIM_PEERS']
  const needed = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-ovn-controller']
  if (folder === undefined) return []
  const isWhole = [...needed, 'metallb-controller'].every((name) => existsSync(join(folder, name)))
  return isWhole ? ['--bin', folder] : []
}

/** Ends the peers and waits until they are gone. */
export async function stopPeers({ child }: Peers): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** One call of the API server, over TLS that is checked against its own CA. */
export function call(
  peers: Peers,
  method: string,
  path: string,
  body?: { readonly type: string; readonly text: string },
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${peers.token}`,
    ...(body && { 'content-type': body.type }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, peers.server),
      { method, headers, ca: readFileSync(peers.caFile) },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => {
          const warning = response.headers['warning']
          resolve({
            status: response.statusCode ?? 0,
            warning: typeof warning === 'string' ? warning : undefined,
            body: JSON.parse(text),
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body?.text)
  })
}
