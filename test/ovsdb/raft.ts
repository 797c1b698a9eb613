import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const schema = new URL('../../../shared/ovn/ovn-nb-25.03.ovsschema', import.meta.url).pathname

/** Why there is no raft here; undefined where there can be. */
export function whyNoRaft(): string | undefined {
  if (!existsSync(schema)) return '../shared/ovn is absent'
  const missing = ['ovsdb-server', 'ovsdb-tool', 'ovs-appctl'].find(
    (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0,
  )
  return missing === undefined ? undefined : `${missing} is absent`
}

/** One ovsdb-server of a cluster. */
export interface RaftMember {
  /** `tcp:127.0.0.1:PORT`. */
  readonly endpoint: string
  /** Resolves when it listens. */
  start(): Promise<void>
  /** As a machine that dies. */
  kill(): void
  /** As a machine that hangs; it goes on as if nothing were. */
  stop(): void
  go(): void
  /** As one that the other members do not hear any more, nor it them, while it goes on answering us. */
  cut(): void
  join(): void
}

/** OVN-NB on as many servers as are asked for, or on one without a cluster. */
export interface Raft {
  readonly members: readonly RaftMember[]
  /** Writes rows by a transaction of OVSDB, on whoever leads. */
  transact(...operations: readonly object[]): Promise<void>
  /** The same, on whoever leads among these. */
  transactOn(members: readonly RaftMember[], ...operations: readonly object[]): Promise<void>
  end(): void
}

/** Starts OVN-NB. */
export async function startRaft(count: number): Promise<Raft> {
  const folder = mkdtempSync(join(tmpdir(), 'nc-raft-'))
  const ports = await freePorts(2 * count)
  const members: RaftMember[] = []
  for (let nth = 0; nth < count; nth++) {
    const place = join(folder, String(nth))
    mkdirSync(place)
    const [client, raft] = [ports[nth] ?? 0, ports[count + nth] ?? 0]
    makeDatabase(place, { raft, first: ports[count] ?? 0, count, nth })
    const member = memberIn(place, client)
    members.push(member)
    await member.start()
  }
  return {
    members,
    transact: (...operations) => transact(members, operations),
    transactOn: (some, ...operations) => transact(some, operations),
    end() {
      for (const member of members) {
        member.go()
        member.kill()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Part {
  readonly raft: number
  readonly first: number
  readonly count: number
  readonly nth: number
}

function makeDatabase(place: string, { raft, first, count, nth }: Part): void {
  const file = join(place, 'db')
  const [own, known] = [raft, first].map((port) => `tcp:127.0.0.1:${port}`)
  if (count === 1) tool('create', file, schema)
  else if (nth === 0) tool('create-cluster', file, schema, own ?? '')
  else tool('join-cluster', file, 'OVN_Northbound', own ?? '', known ?? '')
}

function tool(...args: readonly string[]): void {
  execFileSync('ovsdb-tool', args, { stdio: 'ignore' })
}

function control(place: string, ...command: readonly string[]): void {
  execFileSync('ovs-appctl', ['-t', join(place, 'ctl'), ...command], { stdio: 'ignore' })
}

function memberIn(place: string, port: number): RaftMember {
  const pidFile = join(place, 'pid')
  const signal = (name: NodeJS.Signals) => {
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), name)
  }
  return {
    endpoint: `tcp:127.0.0.1:${port}`,
    async start() {
      const options = ['--detach', '--no-chdir', `--pidfile=${pidFile}`, '-vconsole:off']
      const log = `--log-file=${join(place, 'log')}`
      const unixctl = `--unixctl=${join(place, 'ctl')}`
      const remote = `--remote=ptcp:${port}:127.0.0.1`
      execFileSync('ovsdb-server', [...options, log, unixctl, remote, join(place, 'db')], {
        stdio: 'ignore',
      })
      await untilListening(port)
    },
    kill() {
      try {
        signal('SIGKILL')
      } catch {
        // It is dead already.
      }
      rmSync(pidFile, { force: true })
    },
    cut: () => control(place, 'cluster/failure-test', 'stop-raft-rpc'),
    join: () => control(place, 'cluster/failure-test', 'clear'),
    stop: () => signal('SIGSTOP'),
    go() {
      try {
        signal('SIGCONT')
      } catch {
        // It is dead already.
      }
    },
  }
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect({ host: '127.0.0.1', port })
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere === true) return
    await sleep(50)
  }
  throw new Error('an ovsdb-server does not listen')
}

async function transact(
  members: readonly RaftMember[],
  operations: readonly object[],
): Promise<void> {
  const text = JSON.stringify(['OVN_Northbound', ...operations])
  const remotes = members.map(({ endpoint }) => endpoint).join(',')
  for (let tries = 0; tries < 20; tries++) {
    const args = ['--timeout=5', 'transact', remotes, text]
    const isWritten = await new Promise<boolean>((resolve) => {
      execFile('ovsdb-client', args, (error, stdout) =>
        resolve(error === null && !stdout.includes('"error"')),
      )
    })
    if (isWritten) return
    await sleep(300)
  }
  throw new Error('the rows were not written')
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
