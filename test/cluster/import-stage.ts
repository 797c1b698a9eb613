import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCluster } from '../../functions/import/read-cluster.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { itemsOf, type Lists } from '../../lib/pipeline/facts/lists.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { netclaim, type Ran } from '../cli/fake-terminal.ts'
import { commitFiles } from '../git/sandbox.ts'
import { networkCrds, startApiServer } from './real-api-server.ts'

const shared = resolve(import.meta.dirname, '../../../shared')
const OPTIONS = ['--kube-ovn', '--northd', '--gateway-node', 'gw1', '--controller-manager']

/** A platform that people run, and what `netclaim import` and `netclaim sync` make of it. */
export interface ImportStage {
  /** `kubectl apply`, `delete`, … as a person; `input` is read by `-f -`. */
  kubectl(args: string, input?: string): string
  /** What `kubectl get -o yaml` prints of all kinds that there are. */
  dump(): string
  /** Waits until nothing has changed for a while: then controllers are at rest. */
  atRest(): Promise<Revisions>
  /** Stops or starts a peer, `stop kube-ovn-controller`. */
  tell(line: string): Promise<void>
  import(...args: readonly string[]): Promise<Ran>
  /** `netclaim capture` on the repository, told of a forge by variables or not. */
  capture(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>
  /** `netclaim stuck`, the cluster looked at. */
  stuck(...args: readonly string[]): Promise<Ran>
  /** `netclaim sync` on the repository. */
  sync(): Promise<Ran>
  /** `netclaim hand-over --from kubectl --to netclaim`. */
  handOver(): Promise<Ran>
  /** Commits to main, and allocates. */
  change(files: Readonly<Record<string, string | undefined>>): Promise<Ran>
  /** The specs of all objects of Kube-OVN and MetalLB: `kubeovn.io/Subnet /ext-a` → spec. */
  specs(): Promise<Readonly<Record<string, unknown>>>
  /** An object by its id, `Subnet photon-prod-lan`. */
  find(kind: string, name: string): Promise<KubeObject | undefined>
  readonly repo: string
  stop(): Promise<void>
}

/** `kubeovn.io/Subnet photon-prod-lan` → its revision. Nodes live on by themselves. */
type Revisions = Readonly<Record<string, string>>

export async function openImportStage(): Promise<ImportStage> {
  const folder = mkdtempSync(join(tmpdir(), 'nc-imp-'))
  const repo = join(folder, 'claims')
  const api = await startApiServer([...networkCrds, ...OPTIONS])
  const access = await kubeconfigAccess(systemClock, { file: api.kubeconfig })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  const lists = () => readCluster(cluster, () => undefined)
  const kubectlFile = unpacked('kubectl')
  const kubectl = (args: string, input = '') =>
    execFileSync(kubectlFile, ['--kubeconfig', api.kubeconfig, ...args.split(' ')], {
      encoding: 'utf8',
      input,
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  for (const name of ['netclaim', 'kmetal-metallb']) kubectl(`create namespace ${name}`)
  return {
    repo,
    kubectl,
    dump: () => kubectl(`get ${kinds.join(',')} --all-namespaces -o yaml`),
    async atRest() {
      for (let before = revisionsIn(await lists()); ; ) {
        await sleep(2_500)
        const now = revisionsIn(await lists())
        if (JSON.stringify(now) === JSON.stringify(before)) return now
        before = now
      }
    },
    tell: (line) => api.tell(line),
    import: (...args) =>
      netclaim(['import', '--kubeconfig', api.kubeconfig, '--out', repo, ...args], { cwd: folder }),
    capture: (args, env = {}) =>
      netclaim(['capture', '--kubeconfig', api.kubeconfig, ...args], { cwd: repo, env }),
    stuck: (...args) => netclaim(['stuck', '--kubeconfig', api.kubeconfig, ...args], { cwd: repo }),
    sync: () =>
      netclaim(
        ['sync', '--kubeconfig', api.kubeconfig, '--cluster', 'management', '--wait', '8s'],
        { cwd: repo },
      ),
    handOver: () =>
      netclaim([
        'hand-over',
        '--from',
        'kubectl',
        '--to',
        'netclaim',
        '--kubeconfig',
        api.kubeconfig,
      ]),
    async change(files) {
      commitFiles(repo, files)
      return netclaim(['allocate'], { cwd: repo })
    },
    async specs() {
      const all = await lists()
      const keys = [...all.keys()].filter((key) => /^(?:kubeovn|metallb)\.io\//.test(key))
      const found = keys.flatMap((key) =>
        ((itemsOf(all, key) ?? []) as readonly KubeObject[]).map(
          ({ metadata: { name, namespace = '' }, spec }) => [`${key} ${namespace}/${name}`, spec],
        ),
      )
      return Object.fromEntries(found) as Readonly<Record<string, unknown>>
    },
    async find(kind, name) {
      const items = [...(await lists()).keys()]
      const key = items.find((one) => one.endsWith(`/${kind}`) || one === kind) ?? kind
      const found = itemsOf(await lists(), key) ?? []
      return (found as readonly KubeObject[]).find(({ metadata }) => metadata.name === name)
    },
    async stop() {
      await cluster.close()
      await api.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const kinds = [
  'namespaces',
  'resourcequotas',
  'services',
  'provider-networks.kubeovn.io',
  'vlans.kubeovn.io',
  'subnets.kubeovn.io',
  'vpcs.kubeovn.io',
  'ovn-eips.kubeovn.io',
  'ovn-snat-rules.kubeovn.io',
  'ovn-dnat-rules.kubeovn.io',
  'ovn-fips.kubeovn.io',
  'switch-lb-rules.kubeovn.io',
  'network-attachment-definitions.k8s.cni.cncf.io',
  'ipaddresspools.metallb.io',
  'l2advertisements.metallb.io',
]

function revisionsIn(lists: Lists): Revisions {
  const entries = [...lists.keys()].flatMap((key) =>
    ((itemsOf(lists, key) ?? []) as readonly KubeObject[]).map(({ metadata }) => {
      const { name, namespace = '', resourceVersion = '' } = metadata
      return [`${key} ${namespace}/${name}`, resourceVersion] as const
    }),
  )
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.filter(([id]) => !id.startsWith('Node ')))
}

/** Where a packed binary lies unpacked. */
function unpacked(name: string): string {
  const text = execFileSync(process.execPath, [join(shared, 'peers/up.mjs'), '--unpack'], {
    encoding: 'utf8',
  })
  const file = (JSON.parse(text) as Readonly<Record<string, string>>)[name]
  if (file === undefined) throw new Error(`no ${name}`)
  return file
}
