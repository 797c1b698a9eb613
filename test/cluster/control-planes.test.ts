import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { pool, samplePlatform, settings } from '../manifests/sample.ts'
import { type Peers, startPeers, stopPeers } from '../peers/peers.ts'
import { START_MS } from './real-api-server.ts'

const shared = resolve(import.meta.dirname, '../../../shared')
const hasPeers = existsSync(join(shared, 'peers/bin/metallb-controller.xz'))
if (!hasPeers) console.log('control planes are not tried with MetalLB: ../shared/peers is absent')

const dir = mkdtempSync(join(tmpdir(), 'nc-'))
let peers: Peers | undefined
let cluster: KubernetesCluster
let kubectl: string

beforeAll(async () => {
  if (!hasPeers) return
  peers = await startPeers([
    '--dir',
    dir,
    '--metallb',
    '--metallb-namespace=kmetal-metallb',
    `--crds=${join(shared, 'crds/metallb-v0.16.yaml')}`,
  ])
  const unpacked = execFileSync('node', [join(shared, 'peers/up.mjs'), '--unpack'])
  kubectl = (JSON.parse(unpacked.toString('utf8')) as Record<string, string>)['kubectl'] ?? ''
  const access = await kubeconfigAccess(systemClock, { file: join(dir, 'kubeconfig') })
  cluster = kubernetesCluster({ access, clock: systemClock })
  for (const name of ['photon-prod', 'kmetal-metallb'])
    await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  // Others may be at work on this machine.
}, START_MS)
afterAll(async () => {
  await cluster?.close()
  if (peers !== undefined) await stopPeers(peers)
  rmSync(dir, { recursive: true, force: true })
})

/** A LoadBalancer Service as Kamaji makes it for a control plane. */
function service(name: string, annotations: Readonly<Record<string, string>> = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'photon-prod', annotations },
    spec: { type: 'LoadBalancer', ports: [{ port: 6443 }] },
  }
}

const pin = (address: string) => ({ 'metallb.io/loadBalancerIPs': address })

/** What `kubectl` prints, a row a line. */
function printed(...args: readonly string[]): readonly string[] {
  const config = join(dir, 'kubeconfig')
  const out = execFileSync(kubectl, ['--kubeconfig', config, ...args]).toString('utf8')
  return out.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))
}

/** What MetalLB says of a Service. */
async function saidOf(name: string): Promise<readonly string[]> {
  const listed = await cluster.list({ apiVersion: 'v1', kind: 'Event' })
  const events = listed.outcome === 'whole' ? listed.items : []
  return events
    .filter((event) => {
      const { involvedObject, source, reportingComponent } = event
      const isItsOwn = JSON.stringify(involvedObject).includes(`"${name}"`)
      return isItsOwn && JSON.stringify([source, reportingComponent]).includes('metallb')
    })
    .map((event) => `${String(event['reason'])} ${String(event['message'])}`)
}

/** The same, once it has said something. */
async function warningsOf(name: string): Promise<readonly string[]> {
  for (let tries = 0; tries < 100; tries++) {
    const said = await saidOf(name)
    if (said.length > 0) return said
    await sleep(100)
  }
  return []
}

async function untilAddressed(name: string): Promise<KubeObject | undefined> {
  for (let tries = 0; ; tries++) {
    const found = await cluster.get({
      apiVersion: 'v1',
      kind: 'Service',
      name,
      namespace: 'photon-prod',
    })
    if (tries === 100 || JSON.stringify(found?.['status']).includes('"ip"')) return found
    await sleep(100)
  }
}

describe.skipIf(!hasPeers)('control planes, with the pools as they are rendered', () => {
  test('without any pool a Service waits, and no event says why (M-081)', async () => {
    await cluster.apply(service('early'))
    await sleep(1_500)
    expect(await saidOf('early')).toEqual([])
    expect(JSON.stringify((await untilNow('early'))?.['status'])).not.toContain('"ip"')
    await removeService('early')
  })

  test('the pools are listed with their ranges, for whoever asks (M-052)', async () => {
    const platform = samplePlatform({
      networks: [],
      pools: [
        pool('tenant-cp-pool', '172.21.208.100-172.21.208.102'),
        pool('mgmt-pool', '172.21.204.200-172.21.204.250'),
      ],
    })
    const rendered = platformManifests(platform, { settings: settings(), open: () => true })
    for (const manifest of [...rendered.values()].flat()) {
      if (!manifest.apiVersion.startsWith('metallb.io/')) continue
      expect(await cluster.apply({ ...manifest })).toMatchObject({ outcome: 'written' })
    }
    const [heading, ...rows] = printed('get', 'ipaddresspools', '-n', 'kmetal-metallb')
    expect(heading).toMatch(/^NAME \| AUTO ASSIGN \| AVOID BUGGY IPS \| ADDRESSES/)
    expect(rows.filter((row) => row !== '')).toEqual([
      'mgmt-pool | true | false | ["172.21.204.200-172.21.204.250"]',
      'tenant-cp-pool | true | false | ["172.21.208.100-172.21.208.102"]',
    ])
  })

  test('a pinned address is given, and the pool that it is of is said (M-065) (M-066)', async () => {
    await cluster.apply(service('quantum', pin('172.21.208.101')))
    const quantum = await untilAddressed('quantum')
    expect(quantum?.metadata.annotations).toMatchObject({
      'metallb.io/ip-allocated-from-pool': 'tenant-cp-pool',
    })
    const columns = [
      'NS:.metadata.namespace',
      'NAME:.metadata.name',
      'IP:.status.loadBalancer.ingress[0].ip',
      'POOL:.metadata.annotations.metallb\\.io/ip-allocated-from-pool',
    ].join(',')
    const selector = '--field-selector=spec.type=LoadBalancer'
    expect(printed('get', 'svc', '-A', selector, '-o', `custom-columns=${columns}`)).toContain(
      'photon-prod | quantum | 172.21.208.101 | tenant-cp-pool',
    )
    expect(factsFromObjects([quantum]).value.holders).toEqual([
      { address: '172.21.208.101', holder: 'Service photon-prod/quantum' },
    ])
  })

  test('a pin outside every pool is an AllocationFailed (M-082)', async () => {
    await cluster.apply(service('outside', pin('172.21.208.99')))
    expect(await warningsOf('outside')).toEqual([
      expect.stringMatching(/^AllocationFailed .*"172\.21\.208\.99"/),
    ])
  })

  test('and so is a pool that is exhausted (M-083)', async () => {
    const named = { 'metallb.io/address-pool': 'tenant-cp-pool' }
    for (const name of ['solar', 'lunar']) {
      await cluster.apply(service(name, named))
      const found = await untilAddressed(name)
      expect(JSON.stringify(found?.['status'])).toContain('"172.21.208.10')
    }
    await cluster.apply(service('stellar', named))
    expect(await warningsOf('stellar')).toEqual([expect.stringMatching(/^AllocationFailed /)])
  })
})

function untilNow(name: string): Promise<KubeObject | undefined> {
  return cluster.get({ apiVersion: 'v1', kind: 'Service', name, namespace: 'photon-prod' })
}

async function removeService(name: string): Promise<void> {
  const uid = (await untilNow(name))?.metadata.uid
  const ref = { apiVersion: 'v1', kind: 'Service', name, namespace: 'photon-prod' }
  if (uid !== undefined) await cluster.remove(ref, { uid })
}
