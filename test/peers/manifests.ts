/**
 * Gives what we render to the real API server, Kube-OVN and MetalLB, as `npm run test:peers`:
 * applied in wave order, in one burst in the order Flux takes, and once more, which must change
 * nothing. Needs ../shared/peers and the packages that its README names.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import { type Manifest, objectId, renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import {
  pool,
  providerSubnet,
  samplePlatform,
  sampleTenant,
  settings,
} from '../manifests/sample.ts'
import { pathOf } from './path-of.ts'
import { type Answer, call, type Peers, type Seen, startPeers, stopPeers } from './peers.ts'

const platform = samplePlatform({
  pools: [
    pool('tenant-cp-pool', '172.21.208.100-172.21.208.250', '172.21.209.7', '172.21.210.0/30'),
    pool('mgmt-pool', '172.21.204.200-172.21.204.250'),
  ],
})
/** What MetalLB must make of the three ways to write addresses, and of one range. */
const poolSizes: Readonly<Record<string, number>> = {
  'tenant-cp-pool': 151 + 1 + 4,
  'mgmt-pool': 51,
}
const failures: string[] = []
const dir = mkdtempSync(join(tmpdir(), 'nc-'))
const crds = new URL('../../../shared/crds/', import.meta.url).pathname
const loaded = ['kube-ovn-v1.16', 'metallb-v0.16', 'network-attachment-definition']
const options = `--dir ${dir} --kube-ovn --northd --gateway-node gw1 --controller-manager --metallb`
const peers = await startPeers([
  ...options.split(' '),
  '--metallb-namespace=kmetal-metallb',
  ...loaded.map((name) => `--crds=${crds}${name}.yaml`),
])
try {
  await main(peers)
} finally {
  await stopPeers(peers)
  rmSync(dir, { recursive: true })
}
console.log(failures.length === 0 ? 'all well' : failures.join('\n'))
process.exitCode = failures.length === 0 ? 0 : 1

async function main(api: Peers): Promise<void> {
  const rendered = platformManifests(platform, { settings: settings(), open: () => true })
  const base = byWave([...rendered.values()].flat())
  const inWaves = byWave(sampleTenant({ platform }))
  const inBurst = byKind(sampleTenant({ platform, namespace: 'photon-test', first: 32 }))
  for (const name of ['photon-prod', 'photon-test']) await makeNamespace(api, name)

  const crds = crdNames.map(crd)
  await applyAll(api, crds)
  for (const one of crds) await untilReady(api, one)
  await applyAll(api, [...base, ...inWaves])
  await applyAll(api, inBurst)
  const all = [...base, ...inWaves, ...inBurst]
  for (const manifest of all) await untilReady(api, manifest)
  for (const vpc of ['photon-prod', 'photon-test']) show(api, vpc)

  // Kube-OVN goes on writing labels and counters for a moment after "ready".
  await sleep(5000)
  for (const round of ['second', 'third']) await applyUnchanged(api, all, round)
  await openSegment(api)
}

/** A segment more in the platform: its drop must reach the router of a live VPC, without a conflict. */
async function openSegment(api: Peers): Promise<void> {
  const subnets = [providerSubnet('provider3-ext', '192.0.2.0/24', '192.0.2.1')]
  const network = { name: 'provider3', interface: 'bond1', vlanId: 0, subnets }
  const more = { ...platform, networks: [...platform.networks, network] }
  const vpcs = sampleTenant({ platform: more }).filter(({ kind }) => kind === 'Vpc')
  await applyAll(api, vpcs)
  const until = Date.now() + 20_000
  while (!nbctl(api, 'lr-policy-list', 'photon-prod').includes('ip4.dst == 192.0.2.0/24')) {
    if (Date.now() > until) return void failures.push('the drop of the new segment is not in OVN')
    await sleep(200)
  }
  await sleep(2000)
  await applyUnchanged(api, vpcs, 'fourth')
}

async function makeNamespace(api: Peers, name: string): Promise<void> {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  await call(api, 'POST', '/api/v1/namespaces', { type: 'application/json', text })
}

async function applyAll(api: Peers, manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests) {
    const { status, warning, body } = await apply(api, manifest)
    console.log(`${status} ${objectId(manifest)}${warning === undefined ? '' : ` (${warning})`}`)
    if (status > 201 || warning !== undefined) {
      failures.push(`${objectId(manifest)}: ${status} ${body.message ?? warning}`)
    }
  }
}

async function applyUnchanged(api: Peers, manifests: readonly Manifest[], round: string) {
  for (const manifest of manifests) {
    const before = await call(api, 'GET', pathOf(manifest))
    const { status, body } = await apply(api, manifest)
    const isSame = version(before) === body.metadata?.resourceVersion
    if (status === 200 && isSame) continue
    const changed = `${version(before)} to ${body.metadata?.resourceVersion}`
    failures.push(`${objectId(manifest)}, ${round} time: ${status} ${body.message ?? changed}`)
  }
  console.log(`applied a ${round} time`)
}

/** The very text of the rendered file is what the API server gets. */
function apply(api: Peers, manifest: Manifest): Promise<Answer> {
  const query = '?fieldManager=netclaim&fieldValidation=Strict'
  const text = renderManifests([manifest])
  return call(api, 'PATCH', pathOf(manifest) + query, {
    type: 'application/apply-patch+yaml',
    text,
  })
}

async function untilReady(api: Peers, manifest: Manifest): Promise<void> {
  const until = Date.now() + 40_000
  for (;;) {
    const { body } = await call(api, 'GET', pathOf(manifest))
    if (isReady(manifest, body)) {
      console.log(`ready ${objectId(manifest)}`)
      return
    }
    if (Date.now() > until) {
      failures.push(`${objectId(manifest)} is not ready: ${JSON.stringify(body.status)}`)
      return
    }
    await sleep(200)
  }
}

function isReady({ kind, spec, metadata }: Manifest, { status = {} }: Seen): boolean {
  if (kind === 'Subnet') {
    const ready = status.conditions?.find(({ type }) => type === 'Ready')
    return ready?.status === 'True'
  }
  if (kind === 'CustomResourceDefinition')
    return (
      status.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') ??
      false
    )
  if (kind === 'OvnEip') return status.ready === true && status.v4Ip === spec['v4Ip']
  if (kind === 'OvnSnatRule') return status.ready === true
  if (kind === 'IPAddressPool') return status.availableIPv4 === poolSizes[metadata.name]
  if (kind !== 'Vpc') return true
  const connected = JSON.stringify(status.extraExternalSubnets)
  return status.standby === true && connected === JSON.stringify(spec['extraExternalSubnets'])
}

function version(answer: Answer): string | undefined {
  return answer.body.metadata?.resourceVersion
}

function byWave(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.toSorted((a, b) => wave(a) - wave(b))
}

function wave({ metadata }: Manifest): number {
  return Number(metadata.annotations['argocd.argoproj.io/sync-wave'])
}

/** As Flux does: by the kinds' names, a Vpc last. */
function byKind(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.toSorted((a, b) => (a.kind < b.kind ? -1 : Number(a.kind !== b.kind)))
}

/** What OVN got of a VPC, for people to look at. */
function show(api: Peers, vpc: string): void {
  for (const command of ['lr-policy-list', 'lr-route-list', 'lr-nat-list']) {
    console.log(nbctl(api, command, vpc))
  }
}

function nbctl({ nb }: Peers, command: string, router: string): string {
  return execFileSync('ovn-nbctl', [`--db=${nb}`, command, router], { encoding: 'utf8' })
}
