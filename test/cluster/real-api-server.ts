import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { sharedPeers, startUp } from '../peers/start-up.ts'

/** Is a real API server at hand? Tests against it are skipped where none is. */
export const hasApiServer = existsSync(join(sharedPeers, 'bin/kube-apiserver.xz'))
/** Is OVN at hand, too? Kube-OVN's controller needs its databases. */
export const hasKubeOvn = hasApiServer && ['ovsdb-server', 'ovn-nbctl', 'ovn-northd'].every(isThere)
const missing = hasApiServer
  ? 'Debian package ovn-central'
  : '../shared/peers/bin/kube-apiserver.xz'
if (!hasKubeOvn) {
  // Where they must be there, a test that is skipped would hide that they are not.
  if (process.env['PEERS_NEEDED'] !== undefined) throw new Error(`${missing} is missing`)
  console.warn(`skip  tests on real peers: ${missing} is missing`)
}

function isThere(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/share/ovn']
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** What has an API server know the kinds of Kube-OVN and MetalLB, and attachments of Multus. */
export const networkCrds = ['kube-ovn-v1.16', 'metallb-v0.16', 'network-attachment-definition'].map(
  (name) => `--crds=${resolve(sharedPeers, `../crds/${name}.yaml`)}`,
)

/** Milliseconds for peers to start, whatever else this machine does: alone they take five to fifteen seconds. */
export const START_MS = 300_000

const Started = z.object({
  /** OVN-NB, where OVN runs. */
  nb: z.string().optional(),
  kubeconfig: z.string(),
  server: z.string(),
  token: z.string(),
  caFile: z.string(),
  /** Process ids by peer: `etcd`. */
  pids: z.record(z.string(), z.number()),
})

/** An API server and its etcd, of its own for one file of tests. */
export interface RealApiServer extends z.infer<typeof Started> {
  /** `restart kube-apiserver`; resolves when it is done. */
  tell(line: string): Promise<void>
  stop(): Promise<void>
}

/** On a machine that is busy Kube-OVN now and then waits for itself for ever when it starts; then all start again. */
const STARTS = 3

/** Starts one in some five seconds. It ends with `stop`, and when this process ends. */
export async function startApiServer(options: readonly string[] = []): Promise<RealApiServer> {
  for (let start = 1; ; start++) {
    try {
      return await tryStart(['--timeout', '60', ...options])
    } catch (error) {
      if (start === STARTS) throw error
    }
  }
}

async function tryStart(options: readonly string[]): Promise<RealApiServer> {
  const { line, say, stop } = startUp('nc-api-', options)
  try {
    const started = Started.parse(JSON.parse(await line()))
    const tell = async (what: string) => {
      say(what)
      const { error } = JSON.parse(await line()) as { readonly error?: string }
      if (error !== undefined) throw new Error(`${what}: ${error}`)
    }
    return { ...started, tell, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
