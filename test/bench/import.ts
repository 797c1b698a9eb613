import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measured, measured } from '../cli/measured.ts'
import { fillCluster, movedIn, revisionsIn } from '../cluster/filled-cluster.ts'
import { hasApiServer, networkCrds, startApiServer } from '../cluster/real-api-server.ts'
import type { Row } from './row.ts'

/** Ten objects each. */
const TENANTS = 1_000
const [SECONDS, MIB] = [60, 500]

/**
 * `netclaim import` of ten thousand objects of a real API server, and the first `netclaim sync` after it, each as a process
 * of its own: how long it takes, the most memory that it had, and which objects it moved. Nothing where no API server is at
 * hand.
 */
export async function importBench(): Promise<readonly Row[]> {
  if (!hasApiServer) return []
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-import-bench-'))
  const api = await startApiServer(networkCrds)
  try {
    const objects = await fillCluster(api.kubeconfig, TENANTS)
    execFileSync(process.execPath, ['functions/cli/bundle.mjs', join(folder, 'dist')])
    // As the package lies: it looks for these beside its folder.
    for (const name of ['package.json', 'repo-template'])
      cpSync(name, join(folder, name), { recursive: true })
    const before = await revisionsIn(api.kubeconfig)
    const run = (...args: readonly string[]) =>
      runWell(folder, [...args, '--kubeconfig', api.kubeconfig])
    const imported = run('import', '--out', 'claims')
    const made = Number(/^imported: (\d+) claims/m.exec(imported.out)?.[1])
    const synced = run('sync', '--repo', 'claims', '--cluster', 'management')
    const moved = movedIn(before, await revisionsIn(api.kubeconfig))
    const first = `first sync after an import of ${objects} objects`
    return [
      ...rowsOf(`import: ${objects} objects of an API server, ${made} claims of them`, imported),
      ...rowsOf(first, synced),
      {
        name: `${first}, objects that are more, less, or of another revision`,
        ours: moved.length,
        unit: `of ${before.size}`,
        goal: 'none',
        met: moved.length === 0 && before.size >= objects,
      },
    ]
  } finally {
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function runWell(folder: string, args: readonly string[]): Measured {
  const ran = measured(join(folder, 'dist/netclaim.js'), args, folder)
  if (ran.code !== 0) throw new Error(ran.err)
  return ran
}

function rowsOf(name: string, { seconds, alone, mib }: Measured): readonly Row[] {
  return [
    { name, ours: seconds, unit: 's', goal: `<= ${SECONDS} s`, met: seconds <= SECONDS },
    { name: `${name}, alone`, ours: alone, unit: 's of processor time' },
    {
      name: `${name}, most memory`,
      ours: mib,
      unit: 'MiB',
      goal: `<= ${MIB} MiB`,
      met: mib <= MIB,
    },
  ]
}
