import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '../../functions/system-clock.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { hasApiServer, startApiServer } from '../cluster/real-api-server.ts'
import { largeCluster } from '../import/large-cluster.ts'
import { lastWords, peakIn, ticksIn } from './last-words.ts'
import type { Row } from './row.ts'

/** Ten objects each. */
const TENANTS = 1_000
const [SECONDS, MIB] = [60, 500]
/** Writes that are under way at a time while the cluster is filled. */
const AT_ONCE = 32
const CRDS = ['kube-ovn-v1.16', 'metallb-v0.16', 'network-attachment-definition'].map(
  (name) => `--crds=${resolve(import.meta.dirname, `../../../shared/crds/${name}.yaml`)}`,
)

/**
 * `netclaim import` of ten thousand objects of a real API server, as a process of its own: until the claims repository with
 * its ledger is there, and the most memory that it had. Nothing where no API server is at hand.
 */
export async function importBench(): Promise<readonly Row[]> {
  if (!hasApiServer) return []
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-import-bench-'))
  const api = await startApiServer(CRDS)
  try {
    const objects = await fill(api.kubeconfig)
    execFileSync(process.execPath, ['functions/cli/bundle.mjs', join(folder, 'dist')])
    // As the package lies: it looks for these beside its folder.
    for (const name of ['package.json', 'repo-template'])
      cpSync(name, join(folder, name), { recursive: true })
    const told = join(folder, 'told')
    const node = [...lastWords(told, ['stat', 'status']), join(folder, 'dist/netclaim.js')]
    const command = ['import', '--kubeconfig', api.kubeconfig, '--out', join(folder, 'claims')]
    const start = performance.now()
    const out = execFileSync(process.execPath, [...node, ...command, '--quiet'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const seconds = (performance.now() - start) / 1_000
    const claims = Number(/^imported: (\d+) claims/m.exec(out)?.[1])
    const name = `import: ${objects} objects of an API server, ${claims} claims of them`
    const mib = peakIn(`${told}.status`)
    return [
      { name, ours: seconds, unit: 's', goal: `<= ${SECONDS} s`, met: seconds <= SECONDS },
      // What it takes on a machine that has nothing else to do.
      { name: `${name}, alone`, ours: ticksIn(`${told}.stat`) / 100, unit: 's of processor time' },
      {
        name: `${name}, most memory`,
        ours: mib,
        unit: 'MiB',
        goal: `<= ${MIB} MiB`,
        met: mib <= MIB,
      },
    ]
  } finally {
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Namespaces before what is in them; gives how many objects there are. */
async function fill(kubeconfig: string): Promise<number> {
  const access = await kubeconfigAccess(systemClock, { file: kubeconfig })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  const isNamespace = ({ kind }: KubeObject) => kind === 'Namespace'
  const pool: KubeObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'kmetal-metallb' },
  }
  const all = largeCluster(TENANTS).filter(({ metadata }) => metadata.name !== 'kube-system')
  const sorted = [pool, ...all].toSorted((a, b) => Number(isNamespace(b)) - Number(isNamespace(a)))
  let made = 0
  const next = sorted.values()
  const makeRest = async () => {
    for (const object of next) {
      const written = [await cluster.create(object)]
      // As its controller would.
      if (object['status'] !== undefined)
        written.push(await cluster.apply(statusOf(object), { part: 'status', force: true }))
      for (const one of written)
        if (one.outcome !== 'written') throw new Error(`${object.kind}: ${one.message}`)
      made += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeRest))
  await cluster.close()
  return made
}

function statusOf({ apiVersion, kind, metadata, ...object }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata, status: object['status'] }
}
