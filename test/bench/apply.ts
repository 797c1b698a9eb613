import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hasApiServer, startApiServer } from '../cluster/real-api-server.ts'
import type { Alone, Compared } from './apply-client.ts'
import type { Row } from './row.ts'

const COUNT = 10_000
const CRDS = fileURLToPath(new URL('../../../shared/crds/kube-ovn-v1.16.yaml', import.meta.url))
const CLIENT = fileURLToPath(new URL('apply-client.ts', import.meta.url))

/** Objects given to a real API server by server-side apply. Takes a minute; nothing where none is at hand. */
export async function applyBench(): Promise<readonly Row[]> {
  if (!hasApiServer) return []
  const api = await startApiServer(['--crds', CRDS])
  try {
    const compared = await run<Compared>('compare', api.kubeconfig)
    const alone = await run<Alone>('memory', api.kubeconfig, '--count', String(COUNT))
    return [...comparedRows(compared), ...aloneRows(alone)]
  } finally {
    await api.stop()
  }
}

function comparedRows({ ours, bare, clientNode }: Compared): readonly Row[] {
  const lighter = clientNode.cpuMs / ours.cpuMs
  const asFast = ours.perSecond / bare.perSecond
  return [
    {
      name: 'apply: CPU of the client for an object, against @kubernetes/client-node',
      ours: ours.cpuMs,
      peer: clientNode.cpuMs,
      unit: 'ms',
      ratio: lighter,
      goal: '>= 10 times less',
      met: lighter >= 10,
    },
    {
      name: 'apply: objects a second, against a bare loop of prepared requests',
      ours: ours.perSecond,
      peer: bare.perSecond,
      unit: 'a second',
      ratio: asFast,
      goal: '>= 0.9 times',
      met: asFast >= 0.9,
    },
    {
      name: 'apply: CPU of the client for an object, against that loop',
      ours: ours.cpuMs,
      peer: bare.cpuMs,
      unit: 'ms',
      ratio: bare.cpuMs / ours.cpuMs,
    },
    {
      name: 'apply: objects a second by @kubernetes/client-node',
      ours: clientNode.perSecond,
      unit: 'a second',
    },
  ]
}

function aloneRows({ maxRssMiB, sockets, perSecond }: Alone): readonly Row[] {
  const name = `apply: ${COUNT} objects, and a list of them`
  return [
    { name, ours: maxRssMiB, unit: 'MiB at most', goal: '< 400', met: maxRssMiB < 400 },
    { name: `${name}: sockets`, ours: sockets, unit: '', goal: '<= 8', met: sockets <= 8 },
    { name: `${name}: new objects`, ours: perSecond, unit: 'a second' },
  ]
}

async function run<T>(what: string, kubeconfig: string, ...more: readonly string[]): Promise<T> {
  const args = [CLIENT, what, '--kubeconfig', kubeconfig, ...more]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as T
}
