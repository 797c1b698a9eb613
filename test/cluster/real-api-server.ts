import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const peers = resolve(import.meta.dirname, '../../../shared/peers')
/** Is a real API server at hand? Tests against it are skipped where none is. */
export const hasApiServer = existsSync(join(peers, 'bin/kube-apiserver.xz'))
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

/** Milliseconds for peers to start, whatever else this machine does: alone they take five to fifteen seconds. */
export const START_MS = 300_000

const Started = z.object({
  /** OVN-NB, where OVN runs. */
  nb: z.string().optional(),
  kubeconfig: z.string(),
  server: z.string(),
  token: z.string(),
  caFile: z.string(),
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
  const dir = mkdtempSync(join(tmpdir(), 'nc-api-'))
  const args = [join(peers, 'up.mjs'), '--dir', dir, ...options]
  // Its end of our pipe: it stops when we do, however we end.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  const lines = linesOf(child)
  try {
    const started = Started.parse(JSON.parse(await lines()))
    const tell = async (line: string) => {
      child.stdin.write(`${line}\n`)
      await lines()
    }
    return { ...started, tell, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Gives the lines that a process prints, one a call. */
function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  if (stdout === null) throw new Error('it has no output')
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('it ended before it was ready')
    return value
  }
}
