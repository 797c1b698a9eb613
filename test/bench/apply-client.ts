/**
 * A client of an API server in a process of its own, for apply.ts: `compare` puts ours beside a bare loop of prepared
 * requests and beside @kubernetes/client-node, `memory` is ours alone. Prints JSON.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { KubeConfig, KubernetesObjectApi, PatchStrategy } from '@kubernetes/client-node'
import { Pool } from 'undici'
import { systemClock } from '../../functions/system-clock.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'

/** What one client did. */
export interface Applied {
  /** Of this process, user and system, for one object. */
  readonly cpuMs: number
  readonly perSecond: number
}

export interface Compared {
  readonly ours: Applied
  readonly bare: Applied
  readonly clientNode: Applied
}

export interface Alone {
  readonly maxRssMiB: number
  readonly sockets: number
  readonly perSecond: number
}

const WIDTH = 8
const ROUNDS = 5
const A_ROUND = 400
const LABEL = 'netclaim.dev/bench'

const { values, positionals } = parseArgs({
  options: { kubeconfig: { type: 'string', default: '' }, count: { type: 'string', default: '' } },
  allowPositionals: true,
})
const access = await kubeconfigAccess(systemClock, { file: values.kubeconfig })
const cluster = kubernetesCluster({ access, clock: systemClock })
const result = positionals[0] === 'compare' ? await compare() : await alone(Number(values.count))
await cluster.close()
process.stdout.write(JSON.stringify(result))

/** By turns, so that what the machine does meanwhile meets all of them. */
async function compare(): Promise<Compared> {
  const objects = eips(A_ROUND)
  await ours(objects)
  await assertSame(objects)
  const bare = await bareLoop(objects)
  const clientNode = clientNodeLoop()
  const rounds: Compared[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    rounds.push({
      ours: await measured(ours, objects),
      bare: await measured(bare.apply, objects),
      clientNode: await measured(clientNode, objects.slice(0, A_ROUND / 4)),
    })
  }
  await bare.close()
  // The first one is for the engine to get warm.
  const counted = rounds.slice(1)
  return {
    ours: middle(counted.map((one) => one.ours)),
    bare: middle(counted.map((one) => one.bare)),
    clientNode: middle(counted.map((one) => one.clientNode)),
  }
}

async function alone(count: number): Promise<Alone> {
  const objects = eips(count)
  let sockets = 0
  const look = setInterval(() => {
    const kinds = process.getActiveResourcesInfo()
    sockets = Math.max(sockets, kinds.filter((kind) => kind === 'TCPSocketWrap').length)
  }, 20)
  const { perSecond } = await measured(ours, objects)
  clearInterval(look)
  await assertSame(objects)
  return { maxRssMiB: process.resourceUsage().maxRSS / 1024, sockets, perSecond }
}

async function ours(objects: readonly KubeObject[]): Promise<void> {
  await all(objects, async (object) => {
    const { outcome } = await cluster.apply(object)
    if (outcome !== 'written') throw new Error(`${object.metadata.name}: ${outcome}`)
  })
}

/** The least that a client can do: requests that lie ready, answers that nobody reads. */
async function bareLoop(objects: readonly KubeObject[]) {
  const { tls, headers } = await access.credentials()
  const pool = new Pool(access.server, { connections: WIDTH, allowH2: false, connect: tls })
  const type = { ...headers, 'content-type': 'application/apply-patch+yaml' }
  const query = '?fieldManager=netclaim&fieldValidation=Strict&force=false'
  const prepared = new Map(
    objects.map((object) => {
      const path = `/apis/kubeovn.io/v1/ovn-eips/${object.metadata.name}${query}`
      return [
        object,
        { method: 'PATCH', path, headers: type, body: JSON.stringify(object) },
      ] as const
    }),
  )
  return {
    close: () => pool.close(),
    apply: (some: readonly KubeObject[]) =>
      all(some, async (object) => {
        const request = prepared.get(object)
        if (request === undefined) throw new Error('it is not prepared')
        const { statusCode, body } = await pool.request(request)
        await body.arrayBuffer()
        if (statusCode > 201) throw new Error(`HTTP ${statusCode}`)
      }),
  }
}

function clientNodeLoop() {
  const config = new KubeConfig()
  config.loadFromFile(values.kubeconfig)
  const api = KubernetesObjectApi.makeApiClient(config)
  const { ServerSideApply } = PatchStrategy
  return (objects: readonly KubeObject[]) =>
    all(objects, async (object) => {
      const copy = structuredClone(object) as object
      await api.patch(copy, undefined, undefined, 'netclaim', false, ServerSideApply)
    })
}

/** What the server has is what was sent, and no field of it was lost. */
async function assertSame(objects: readonly KubeObject[]): Promise<void> {
  const listed = await cluster.list(
    { apiVersion: 'kubeovn.io/v1', kind: 'OvnEip' },
    { labels: LABEL },
  )
  if (listed.outcome !== 'whole') throw new Error('the objects cannot be listed')
  const found = new Map(listed.items.map((item) => [item.metadata.name, item]))
  for (const object of objects) {
    const there = found.get(object.metadata.name)
    const { name, labels, annotations } = there?.metadata ?? {}
    const metadata = { name, labels, annotations }
    const { apiVersion, kind } = there ?? {}
    if (!isDeepStrictEqual({ apiVersion, kind, metadata, spec: there?.['spec'] }, object))
      throw new Error(`${object.metadata.name} is not what was applied`)
  }
}

/** As we render them. */
function eips(count: number): readonly KubeObject[] {
  return Array.from({ length: count }, (_, n) => ({
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnEip',
    metadata: {
      name: `photon-prod-web-${n}`,
      labels: {
        'app.kubernetes.io/managed-by': 'netclaim',
        'netclaim.dev/environment': 'photon-prod',
        [LABEL]: 'apply',
      },
      annotations: {
        'argocd.argoproj.io/sync-wave': '3',
        'netclaim.dev/claim': `EipClaim photon-prod/web-${n}`,
      },
    },
    spec: {
      externalSubnet: 'provider-ext',
      type: 'nat',
      v4Ip: `198.51.${(n >> 8) & 255}.${n & 255}`,
    },
  }))
}

/** At most eight at a time. */
async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

async function measured(
  work: (objects: readonly KubeObject[]) => Promise<void>,
  objects: readonly KubeObject[],
): Promise<Applied> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work(objects)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    cpuMs: (user + system) / 1000 / objects.length,
    perSecond: objects.length / seconds,
  }
}

function middle(some: readonly Applied[]): Applied {
  const at = Math.floor(some.length / 2)
  const median = (key: keyof Applied) =>
    some.map((one) => one[key]).toSorted((a, b) => a - b)[at] ?? Number.NaN
  return { cpuMs: median('cpuMs'), perSecond: median('perSecond') }
}
