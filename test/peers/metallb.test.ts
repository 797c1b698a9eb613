import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Manifest, renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { type Call, callsTo } from '../cluster/kube-call.ts'
import { cluster } from '../plan/files.ts'
import { isWished, loadCrds } from './is-wished.ts'
import { inWaves } from './ovn-stage.ts'
import { ovnWorld, platform } from './ovn-world.ts'
import { pathOf } from './path-of.ts'
import { type Peers, startPeers, stopPeers } from './peers.ts'

describe.skipIf(!isWished)('a real MetalLB', () => {
  const world = ovnWorld()
  let dir: string
  let peers: Peers
  let call: Call

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'nc-'))
    const options = ['--metallb', '--metallb-namespace', 'kmetal-metallb']
    peers = await startPeers(['--dir', dir, ...options, ...loadCrds('metallb-v0.16')])
    call = callsTo(peers)
    for (const name of ['kmetal-metallb', 'photon-prod']) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
      await call('POST', '/api/v1/namespaces', namespace)
    }
    await applyPools(world.manifests)
  }, 150_000)
  afterAll(async () => {
    await stopPeers(peers)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  async function applyPools(tree: Parameters<typeof inWaves>[0]): Promise<void> {
    for (const object of inWaves(tree)) {
      if (!object.apiVersion.startsWith('metallb.io/')) continue
      const path = `${pathOf(object)}?fieldManager=netclaim&fieldValidation=Strict`
      const text = renderManifests([object as unknown as Manifest])
      const { status, warning } = await call('PATCH', path, text)
      expect([object.kind, status <= 201, warning]).toEqual([object.kind, true, undefined])
    }
  }

  function service(name: string, annotations: Readonly<Record<string, string>> = {}): KubeObject {
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: 'photon-prod', annotations },
      spec: { type: 'LoadBalancer', ports: [{ port: 6443 }] },
    }
  }

  /** The Service as it is once it has an address, or after ten seconds. */
  async function addressed(name: string): Promise<KubeObject> {
    for (let tries = 0; ; tries += 1) {
      const { body } = await call('GET', pathOf(service(name)))
      if (tries === 100 || JSON.stringify(body.status).includes('"ip"')) return body as KubeObject
      await sleep(100)
    }
  }

  const addressOf = ({ status }: KubeObject) =>
    /"ip":"([^"]+)"/.exec(JSON.stringify(status) ?? '')?.[1]

  test('gives a pinned Service its address, and another one the lowest, out of the pool as planned', async () => {
    const pin = { 'metallb.io/loadBalancerIPs': '172.21.208.240' }
    for (const one of [service('solar', pin), service('lunar')])
      await call('POST', '/api/v1/namespaces/photon-prod/services', one)
    const solar = cluster('solar', { subnet: 'production', address: '172.21.208.240' })
    const { report } = world.check({ 'environments/photon-prod/cluster.yaml': solar })
    const planned = report.allocations.find(({ claim }) => claim === 'Cluster solar')
    const pool = report.capacity.find((one) => one.pool === 'tenant-cp-pool')
    expect([planned?.address, pool?.size]).toEqual(['172.21.208.240', '151'])
    expect(addressOf(await addressed('solar'))).toBe(planned?.address)
    expect(addressOf(await addressed('lunar'))).toBe('172.21.208.100')
    const made = (await call('GET', pathOf(rendered('IPAddressPool')))).body.status
    expect(made).toMatchObject({ assignedIPv4: 2, availableIPv4: 149 })
  })

  function rendered(kind: string) {
    const found = inWaves(world.manifests).find((object) => object.kind === kind)
    if (found === undefined) throw new Error(`no ${kind}`)
    return found
  }

  test('never sees a pool that is too small for what it gave: we refuse it first', async () => {
    const smaller = platform.replace(
      '172.21.208.100-172.21.208.250',
      '172.21.208.100-172.21.208.200',
    )
    world.report(factsFromObjects([await addressed('solar'), await addressed('lunar')]).value)
    const { report } = world.check({ 'platform/kmetal.yaml': smaller })
    const errors = report.findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ rule }) => rule)).toContain('pool/shrunk')
    expect(JSON.stringify(errors)).toContain('172.21.208.240')
    // And merged all the same, the pool stays as it is.
    world.commit({ 'platform/kmetal.yaml': smaller })
    await applyPools(world.manifests)
    await sleep(1_000)
    expect(addressOf(await addressed('solar'))).toBe('172.21.208.240')
  })

  test('would take it at once, and the Service loses its address', async () => {
    const pool = rendered('IPAddressPool')
    const small = { ...pool, spec: { ...pool.spec, addresses: ['172.21.208.100-172.21.208.200'] } }
    const path = `${pathOf(pool)}?fieldManager=netclaim&force=true`
    await call('PATCH', path, renderManifests([small as unknown as Manifest]))
    for (let tries = 0; tries < 100; tries += 1) {
      const { body } = await call('GET', pathOf(service('solar')))
      if (!JSON.stringify(body.status).includes('"ip"')) break
      await sleep(100)
    }
    const { body } = await call('GET', pathOf(service('solar')))
    expect(addressOf(body as KubeObject)).toBeUndefined()
  })
})
