import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from '../sync/claims-repository.ts'
import type { RealApiServer } from './real-api-server.ts'
import type { SyncStage } from './sync-stage.ts'

/** All that a platform is: what is planned, what is there of it, and the addresses that are alive. */
export async function endState(stage: SyncStage) {
  const addresses = stage.kubectl(
    'get',
    'ovn-eips',
    '-o',
    'jsonpath={range .items[*]}{.metadata.name} {.status.v4Ip}\n{end}',
  )
  return {
    planned: gitIn(stage.repo.folder, 'ls-tree', '-r', STATE, 'rendered', 'allocations').split(
      '\n',
    ),
    live: Object.keys(await stage.revisions()).toSorted(),
    addresses: addresses.trim().split('\n').toSorted(),
  }
}

/** Peers in the order in which they start. */
const PEERS = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-ovn-controller']

const dataOf = ({ kubeconfig }: RealApiServer) => join(dirname(kubeconfig), 'etcd')

/** Copies the data of etcd, which stands still meanwhile: what a crash at that moment would leave. */
export async function backUp(api: RealApiServer, folder: string): Promise<void> {
  const pid = api.pids['etcd'] ?? 0
  process.kill(pid, 'SIGSTOP')
  while (!stands(pid)) await setTimeout(10)
  cpSync(dataOf(api), folder, { recursive: true })
  process.kill(pid, 'SIGCONT')
}

/** Have all threads of a process stopped? */
function stands(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((thread) =>
    /\) T /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
  )
}

/** Puts the cluster back to what a copy has. OVN is not in it, and goes on. */
export async function restore(stage: SyncStage, folder: string): Promise<void> {
  const { api } = stage
  for (const peer of PEERS.toReversed()) await api.tell(`stop ${peer}`)
  rmSync(dataOf(api), { recursive: true })
  cpSync(folder, dataOf(api), { recursive: true })
  // Each is told to be dead where one that it waits for beside it is stopped; whether it serves is asked here.
  for (const peer of PEERS.slice(0, 2)) await api.tell(`start ${peer}`).catch(() => undefined)
  await answered(() => stage.kubectl('get', '--raw', '/readyz'))
  for (const peer of PEERS.slice(2)) await api.tell(`start ${peer}`).catch(() => undefined)
  await leadOut(stage)
}

/** Puts other definitions of Kube-OVN's kinds in, and starts its controller anew, as an upgrade or a rollback does. */
export async function redefine(stage: SyncStage, file: string): Promise<void> {
  const over = ['--server-side', '--force-conflicts', '--field-manager=peers']
  // As whoever put the others there: what only those have goes.
  stage.kubectl('apply', ...over, '-f', file)
  await stage.api.tell('restart kube-ovn-controller')
  await leadOut(stage)
}

/** Kube-OVN unsets the gateway at each start, and says of the others what it finds when it is there. */
async function leadOut(stage: SyncStage): Promise<void> {
  await answered(() => {
    if (gateway(stage) === 'false')
      stage.kubectl('label', 'node', 'gw1', `${GATEWAY}=true`, '--overwrite')
    else throw new Error('Kube-OVN has not started')
  })
}

const GATEWAY = 'ovn.kubernetes.io/external-gw'

function gateway(stage: SyncStage): string {
  const path = GATEWAY.replaceAll('.', '\\.')
  return stage.kubectl('get', 'node', 'gw1', '-o', `jsonpath={.metadata.labels.${path}}`)
}

async function answered(ask: () => void, seconds = 120): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; ; await setTimeout(500)) {
    try {
      return ask()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}
