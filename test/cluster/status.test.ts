import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listKinds } from '../../functions/sync/list-kinds.ts'
import { proveAbsent } from '../../functions/sync/prove-absent.ts'
import { writeStatuses } from '../../functions/sync/write-statuses.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { parseEndpoints } from '../../lib/adapters/ovsdb/endpoint.ts'
import { openNorthbound } from '../../lib/adapters/ovsdb/northbound.ts'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import type { Book, Entry } from '../../lib/domain/ledger/entry.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { statusKinds } from '../../lib/pipeline/claims-status/status-kinds.ts'
import { factKinds } from '../../lib/pipeline/facts/fact-kinds.ts'
import { factsFromLists } from '../../lib/pipeline/facts/facts-from-lists.ts'
import { dropsIn } from '../../lib/pipeline/proof/nb-drops.ts'
import { objectMentions, referringKinds } from '../../lib/pipeline/proof/object-mentions.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { samplePlatform, sampleTenant, settings } from '../manifests/sample.ts'
import { type Peers, startPeers, stopPeers } from '../peers/peers.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'

const shared = resolve(import.meta.dirname, '../../../shared')

const kinds = [...factKinds, ...statusKinds, ...referringKinds]
const platform = samplePlatform({ pools: [] })
const tenant = sampleTenant({ platform })
const dir = mkdtempSync(join(tmpdir(), 'nc-'))
let peers: Peers | undefined
let cluster: KubernetesCluster

beforeAll(async () => {
  if (!hasKubeOvn) return
  const options = ['--kube-ovn', '--gateway-node', 'gw1', '--dir', dir]
  const crds = ['kube-ovn-v1.16', 'network-attachment-definition', 'metallb-v0.16']
  peers = await startPeers([
    ...options,
    ...crds.map((name) => `--crds=${join(shared, 'crds', name)}.yaml`),
  ])
  const access = await kubeconfigAccess(systemClock, { file: join(dir, 'kubeconfig') })
  cluster = kubernetesCluster({ access, clock: systemClock })
  await apply(...crdNames.map((name) => asObject(crd(name))))
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'photon-prod' } })
  const rendered = platformManifests(platform, { settings: settings(), open: () => true })
  const own = [...rendered.values()]
    .flat()
    .filter(({ apiVersion }) => apiVersion === 'kubeovn.io/v1')
  await apply(...own.map(asObject))
  // Others may be at work on this machine.
}, START_MS)
afterAll(async () => {
  await cluster?.close()
  if (peers !== undefined) await stopPeers(peers)
  rmSync(dir, { recursive: true, force: true })
})

function asObject(manifest: Manifest): KubeObject {
  return JSON.parse(JSON.stringify(manifest)) as KubeObject
}

/** Applies until it is taken: a kind that was just made is not served at once. */
async function apply(...objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) {
    for (let tries = 0; ; tries++) {
      const written = await cluster.apply(object, { force: true })
      if (written.outcome === 'written') break
      if (tries === 50)
        throw new Error(`${object.kind} ${object.metadata.name}: ${written.message}`)
      await sleep(100)
    }
  }
}

const claim = (kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: 'network.kmetal.io/v1alpha1',
  kind,
  // Of others nothing is told: their claims are somebody else's.
  metadata: {
    name,
    namespace: 'photon-prod',
    labels: { 'app.kubernetes.io/managed-by': 'netclaim' },
  },
  spec,
})
const main = claim('VpcClaim', 'main', {
  externalAccess: true,
  providerNetworkRef: { name: 'provider2' },
})
const external = claim('EipClaim', 'external', { type: 'lrp', v4Ip: '203.0.113.22' })
const production = claim('SubnetClaim', 'production', { cidrBlock: '10.100.0.0/24' })
const entries = (phase: string): ReadonlyMap<string, Book> =>
  new Map([
    [
      'photon-prod',
      new Map([
        [
          'VpcClaim main',
          { kind: 'VpcClaim', phase, name: 'main', externalSubnet: 'provider2-ext' },
        ],
        [
          'EipClaim external',
          {
            kind: 'EipClaim',
            phase,
            name: 'external',
            pool: 'provider2-ext',
            spec: { type: 'lrp' },
          },
        ],
      ]) as unknown as ReadonlyMap<string, Entry>,
    ],
  ])

/** One look of the cluster side: writes the statuses. */
async function run(books = entries('held')) {
  const lists = await listKinds(cluster, kinds)
  return writeStatuses({ cluster, clock: systemClock }, { lists, books, bindings: [] })
}

interface Status {
  readonly conditions?: readonly { readonly reason: string; readonly message: string }[]
  readonly [field: string]: unknown
}

/** What the API server says of a claim after that. */
async function statusOf({ apiVersion, kind, metadata }: KubeObject): Promise<Status> {
  const { name, namespace = '' } = metadata
  const found = await cluster.get({ apiVersion, kind, name, namespace })
  return (found?.['status'] ?? {}) as Status
}

async function readyOf(object: KubeObject): Promise<string> {
  const [ready] = (await statusOf(object)).conditions ?? []
  return `${ready?.reason}: ${ready?.message}`
}

/** Looks again and again until a claim says what it is to say. */
async function untilReady(object: KubeObject, reason: RegExp, books = entries('held')) {
  for (let tries = 0; tries < 150; tries++) {
    expect((await run(books)).problems).toEqual([])
    const ready = await readyOf(object)
    if (reason.test(ready)) return ready
    await sleep(200)
  }
  return readyOf(object)
}

/** Addresses that Kube-OVN would still give; it counts them anew once it has taken what the Subnet says. */
async function free(name: string): Promise<unknown> {
  const subnet = await cluster.get({ apiVersion: 'kubeovn.io/v1', kind: 'Subnet', name })
  return (subnet?.['status'] as { v4availableIPs?: unknown } | undefined)?.v4availableIPs
}

async function remove(object: KubeObject): Promise<void> {
  const { apiVersion, kind, metadata } = object
  const { name, namespace = '' } = metadata
  const ref = { apiVersion, kind, name, namespace }
  const uid = (await cluster.get(ref))?.metadata.uid
  if (uid !== undefined) await cluster.remove(ref, { uid })
}

/** Whether the only node is one of those that lead out. */
async function gateway(value: 'true' | 'false'): Promise<void> {
  const labels = { 'ovn.kubernetes.io/external-gw': value }
  await apply({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'gw1', labels } })
}

describe.skipIf(!hasKubeOvn)('claims in a real cluster', () => {
  test('a SubnetClaim alone waits for a VpcClaim (M-150) (M-194)', async () => {
    await apply(production)
    expect((await run(new Map())).problems).toEqual([])
    expect(await readyOf(production)).toBe(
      'WaitingForVpc: namespace "photon-prod" has no VpcClaim that is ready',
    )
  })

  test('a VpcClaim waits for the EipClaim external, of type lrp (M-172) (M-195)', async () => {
    await apply(main)
    await run()
    expect(await readyOf(main)).toBe('WaitingForEip: EipClaim "external" is not there yet')
    const wrong = claim('EipClaim', 'external', { type: 'nat' })
    await apply(wrong)
    await run()
    expect(await readyOf(main)).toBe('WaitingForEip: EipClaim "external" must have spec.type: lrp')
    await remove(wrong)
    await apply(external)
    await run()
    expect(await readyOf(main)).toMatch(/^WaitingForEip: EipClaim "external" is not ready: OvnEip/)
  })

  test('a Vpc whose gateway is down is not ready (M-196)', async () => {
    await gateway('false')
    await apply(...tenant.map(asObject))
    expect(await untilReady(main, /^ExternalGatewayNotReady/)).toMatch(
      /^ExternalGatewayNotReady: the Vpc is not connected to external subnet "provider2-ext"/,
    )
    expect(await readyOf(external)).toBe('EipReady: 203.0.113.22 is assigned')
  })

  test('and is when it is up: then the claims say what Kube-OVN says (M-145) (M-149) (M-183)', async () => {
    await gateway('true')
    expect(await untilReady(main, /^VpcReady/)).toMatch(/^VpcReady/)
    expect(await untilReady(production, /^ResetLogical/)).toBe('ResetLogicalSwitchAclSuccess: ')
    expect(await statusOf(main)).toMatchObject({ vpc: 'photon-prod' })
    expect(await statusOf(production)).toMatchObject({
      subnet: 'photon-prod-production',
      vpc: 'photon-prod',
      v4AvailableIPs: 231,
      v4UsingIPs: 0,
    })
    expect(await statusOf(external)).toMatchObject({
      eip: 'photon-prod-provider2-ext',
      v4Ip: '203.0.113.22',
      bound: true,
      binding: { type: 'Vpc' },
    })
  })

  test('an EipClaim is told why it gets no address (M-198) (M-199) (M-200)', async () => {
    const outside = claim('EipClaim', 'outside', { type: 'nat', v4Ip: '198.51.100.9' })
    const excluded = claim('EipClaim', 'excluded', { type: 'nat', v4Ip: '203.0.113.9' })
    await apply(outside, excluded)
    const spec = { externalSubnet: 'provider2-ext', type: 'nat' }
    const eip = (name: string, more: object) => ({
      apiVersion: 'kubeovn.io/v1',
      kind: 'OvnEip',
      metadata: { name: `photon-prod-${name}` },
      spec: { ...spec, ...more },
    })
    await apply(eip('outside', { v4Ip: '198.51.100.9' }))
    await run()
    expect(await readyOf(outside)).toMatch(/^EipNotReady: v4Ip "198.51.100.9" is outside external/)
    expect(await readyOf(excluded)).toMatch(/^EipNotReady: v4Ip "203.0.113.9" is in excludeIps/)

    // Nothing is left of the segment but what is held.
    const full = { excludeIps: ['203.0.113.1..203.0.113.21', '203.0.113.25..203.0.113.254'] }
    await apply({
      apiVersion: 'kubeovn.io/v1',
      kind: 'Subnet',
      metadata: { name: 'provider2-ext' },
      spec: { ...tenantSegment(), ...full },
    })
    await vi.waitUntil(() => free('provider2-ext').then((count) => count === 0), 30_000)
    const floating = claim('EipClaim', 'floating', { type: 'nat' })
    await apply(floating, eip('floating', {}))
    expect(await untilReady(floating, /no free address/)).toBe(
      'EipNotReady: external subnet "provider2-ext" has no free address',
    )
  })

  test('what is on its way out is told what goes first (M-107) (M-197) (M-201)', async () => {
    await run(entries('releasing'))
    expect(await readyOf(main)).toBe(
      'SubnetClaimsPresent: SubnetClaim "production" in namespace "photon-prod" goes first',
    )
    expect(await readyOf(external)).toMatch(/^EipInUseByVpc/)
    await run()
  })

  test('a look that finds nothing new writes nothing; what was new is in the events', async () => {
    await run()
    expect(await run()).toEqual({ statuses: 0, events: 0, problems: [] })
    const listed = await cluster.list({ apiVersion: 'v1', kind: 'Event' })
    const events = listed.outcome === 'whole' ? listed.items : []
    const told = events.filter(({ metadata }) => metadata.name.startsWith('main.'))
    const reasons = new Set(told.map((one) => `${String(one['type'])} ${String(one['reason'])}`))
    // Whoever looks early enough sees this one, too.
    reasons.delete('Warning VpcNotReady')
    expect(reasons).toEqual(
      new Set([
        'Warning WaitingForEip',
        'Warning ExternalGatewayNotReady',
        'Normal VpcReady',
        'Warning SubnetClaimsPresent',
      ]),
    )
  })

  test('its facts are whole, and OVN-NB shows what is dropped and what is held', async () => {
    const endpoints = parseEndpoints(peers?.nb ?? '') ?? []
    const lists = await listKinds(cluster, kinds)
    const wanted = [{ address: '203.0.113.22' }, { address: '203.0.113.77' }]
    const proof = await proveAbsent(wanted, objectMentions(lists), {
      northbound: openNorthbound(endpoints),
      clock: systemClock,
      gapMs: 200,
    })
    expect(proof.absent).toEqual([{ address: '203.0.113.77' }])
    const drops = dropsIn(proof.rows ?? new Map())
    const { value, findings } = factsFromLists(lists, { drops })
    expect(findings).toEqual([])
    expect(value.complete).toEqual(factKinds.map(({ kind }) => kind).toSorted())
    expect(value.drops).toEqual([
      { vpc: 'photon-prod', cidrs: ['10.0.0.0/8', '198.51.100.0/24', '203.0.113.0/24'] },
    ])
    expect(value.uid).toMatch(/^[0-9a-f-]{36}$/)
  })
})

function tenantSegment(): object {
  const rendered = platformManifests(platform, { settings: settings(), open: () => true })
  const segment = [...rendered.values()]
    .flat()
    .find(({ kind, metadata }) => kind === 'Subnet' && metadata.name === 'provider2-ext')
  return segment?.spec ?? {}
}
