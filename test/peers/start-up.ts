import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** Where the real peers are, if they are. */
export const sharedPeers = resolve(import.meta.dirname, '../../../shared/peers')

/** Peers that are starting, in a folder of their own. */
export interface Starting {
  /** The next line that `up.mjs` prints; the first says where everything is. */
  readonly line: () => Promise<string>
  /** Writes a line to it, such as `restart kube-apiserver`. */
  readonly say: (line: string) => void
  readonly stop: () => Promise<void>
}

/** Starts `up.mjs`. It ends with `stop`, and when this process ends. */
export function startUp(prefix: string, options: readonly string[]): Starting {
  const dir = mkdtempSync(join(tmpdir(), prefix))
  const args = [join(sharedPeers, 'up.mjs'), '--dir', dir, ...options]
  // Its end of our pipe: it stops when we do, however we end.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    line: linesOf(child),
    say: (line) => void child.stdin.write(`${line}\n`),
    stop: async () => {
      child.kill('SIGTERM')
      await gone
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
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
