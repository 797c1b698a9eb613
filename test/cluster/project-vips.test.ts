import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { tenantClusters } from '../../lib/adapters/kubernetes/tenant-clusters.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { environment } from '../functions/claims.ts'
import { claim } from '../plan/files.ts'
import { secretOf } from '../tenants/tenant-stage.ts'
import { migrationFile, newPool } from '../vip/migration-file.ts'
import { kdcCluster, vipConfig } from '../vip/vip-files.ts'
import { startAllocator } from './allocator-process.ts'
import { type Circle, openCircle, type Round } from './circle-world.ts'
import { established } from './established.ts'
import { kdcClusterCrd } from './kdc-cluster-crd.ts'
import { callsTo } from './kube-call.ts'
import { hasKubeOvn, type RealApiServer, START_MS, startApiServer } from './real-api-server.ts'
import { openSyncStage, type SyncStage } from './sync-stage.ts'

const capiCrds = resolve(import.meta.dirname, '../../../shared/crds/cluster-api-v1beta2.yaml')
const solar = 'environments/photon/solar.yaml'
const files = {
  'netclaim.yaml': 'proof: ovn\n',
  ...environment('photon'),
  ...vipConfig(),
  [solar]: kdcCluster('solar'),
  // So that something is left.
  'environments/quark/vpc.yaml': claim('VpcClaim', 'main'),
}
const kdc = { apiVersion: 'k8s.kube-dc.com/v1alpha1', kind: 'KdcCluster' }
const capi = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster' }
const service: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'web',
    namespace: 'shop',
    labels: { 'network.kube-dc.com/lb-pool': 'project' },
  },
  spec: {
    type: 'LoadBalancer',
    loadBalancerClass: 'kube-dc.com/project',
    ports: [{ name: 'https', port: 443, nodePort: 30443, protocol: 'TCP' }],
  },
}

interface KdcStatus {
  readonly phase?: string
  readonly loadBalancer: { readonly enabled: boolean; readonly blocks: readonly object[] }
  readonly conditions: readonly {
    readonly type: string
    readonly reason: string
    readonly message: string
  }[]
}

describe.skipIf(!hasKubeOvn)(
  'VIPs of a project, from a Service in a tenant cluster to OVN and back',
  { timeout: 300_000 },
  () => {
    let stage: SyncStage
    let circle: Circle
    let tenant: RealApiServer
    let inside: KubernetesCluster
    let allocator: { readonly stop: () => Promise<void> } | undefined

    beforeAll(async () => {
      const starting = startApiServer()
      stage = await openSyncStage(files, ['photon', 'quark'])
      tenant = await starting
      circle = await openCircle(stage, { tenants: tenantClusters(systemClock) })
      const access = await kubeconfigAccess(systemClock, { file: tenant.kubeconfig })
      inside = kubernetesCluster({ access, clock: systemClock })
      stage.kubectl('apply', '--server-side', '-f', capiCrds)
      await stage.cluster.create(kdcClusterCrd)
      await established(callsTo(stage.api), 'kdcclusters.k8s.kube-dc.com')
      await born('solar')
    }, START_MS)
    afterAll(async () => {
      await allocator?.stop()
      await inside?.close()
      await tenant?.stop()
      await stage?.stop()
    })

    /** Makes an object, once its kind is served. */
    async function make(cluster: Pick<KubernetesCluster, 'create'>, object: KubeObject) {
      let said = ''
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(300)) {
        const made = await cluster.create(object)
        if (made.outcome !== 'refused') return
        said = made.message
      }
      throw new Error(said)
    }

    /** A cluster as Kube-DC and Cluster API make it. */
    async function born(name: string): Promise<void> {
      const metadata = { name, namespace: 'photon' }
      await make(stage.cluster, { ...kdc, metadata, spec: { version: 'v1.33.1' } })
      const infrastructureRef = { apiGroup: 'x.dev', kind: 'X', name: 'x' }
      await make(stage.cluster, { ...capi, metadata, spec: { infrastructureRef } })
    }

    async function until(done: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
      for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(200))
        if (await done()) return
      throw new Error('it does not come')
    }

    async function quiet(): Promise<readonly Round[]> {
      const rounds = await circle.untilQuiet()
      expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
      return rounds
    }

    const statusOf = async () => {
      const ref = { ...kdc, name: 'solar', namespace: 'photon' }
      return (await stage.cluster.get(ref))?.['status'] as KdcStatus
    }
    const conditionOf = async () =>
      (await statusOf()).conditions.find(({ type }) => type === 'LoadBalancerBlockReady')
    const blocks = async (name = 'solar') =>
      (await circle.book('photon'))
        .get(`KdcCluster ${name}`)
        ?.blocks?.map(({ cidr, phase }) => `${cidr} ${phase}`)
    const vipOf = async () => {
      const ref = { apiVersion: 'v1', kind: 'Service', name: 'web', namespace: 'shop' }
      const status = (await inside.get(ref))?.['status'] as
        | { loadBalancer?: { ingress?: readonly { ip?: string }[] } }
        | undefined
      return status?.loadBalancer?.ingress?.[0]?.ip
    }
    const rules = () =>
      stage.kubectl('get', 'switch-lb-rules', '-o', 'jsonpath={.items[*].spec.vip}')
    const pools = async () => {
      const listed = await inside.list({ apiVersion: 'metallb.io/v1beta1', kind: 'IPAddressPool' })
      return listed.outcome === 'whole' ? listed.items.map(({ metadata }) => metadata.name) : []
    }

    /** A worker of the cluster: the pod that its virtual machine runs in. */
    async function makeWorker(name: string, address: string): Promise<void> {
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: `${name}-worker`,
          namespace: 'photon',
          labels: { 'cluster.x-k8s.io/cluster-name': name, 'cluster.x-k8s.io/role': 'worker' },
          annotations: {
            'ovn.kubernetes.io/logical_switch': 'photon-production',
            'ovn.kubernetes.io/ip_address': address,
          },
        },
        spec: { nodeName: 'gw1', containers: [{ name: 'compute', image: 'kubevirt' }] },
      }
      await make(stage.cluster, pod)
      const status = {
        phase: 'Running',
        podIP: address,
        podIPs: [{ ip: address }],
        conditions: [{ type: 'Ready', status: 'True' }],
      }
      const { apiVersion, kind } = pod
      const metadata = { name: `${name}-worker`, namespace: 'photon' }
      const said = { apiVersion, kind, metadata, status }
      const written = await stage.cluster.apply(said, { part: 'status', force: true })
      expect(written.outcome).toBe('written')
    }

    test('a cluster has a block, and is pending until somebody can look into it (K-049)', async () => {
      await quiet()
      expect(await blocks()).toEqual(['10.242.0.0/28 Bound'])
      expect(stage.kubectl('get', 'addressarena', 'vip-photon')).toContain('10.242.0.0/24')
      expect(stage.kubectl('get', 'addressreservation')).toMatch(/^photon-solar-1 /m)
      expect(await conditionOf()).toMatchObject({
        reason: 'Pending',
        message: expect.stringContaining('there is no Secret photon/solar-kubeconfig'),
      })
      expect(circle.facts()).not.toContain('tenants:')
    })

    test('its profile goes into its own API server, guardrails before pools (K-016) (K-018) (K-034)', async () => {
      const kubeconfig = readFileSync(tenant.kubeconfig, 'utf8')
      await stage.cluster.create(secretOf('photon', 'solar', kubeconfig))
      const { synced } = await circle.round()
      const [done] = synced.run.tenants ?? []
      expect(done?.problem).toBeUndefined()
      expect(new Set(done?.objects.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
      expect(await pools()).toEqual(['block-10.242.0.0'])
      const allocatorRef = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: 'controller',
        namespace: 'kube-dc-lb',
      }
      const deployment = await inside.get(allocatorRef)
      if (deployment === undefined) throw new Error('no Deployment')
      allocator = await startAllocator(tenant, callsTo(tenant), deployment as unknown as Manifest)
      // Nothing of it is in the management cluster.
      expect(stage.kubectl('get', 'namespaces', '-o', 'name')).not.toContain('kube-dc-lb')
      // A second time nothing is written.
      const [again] = (await circle.round()).synced.run.tenants ?? []
      expect(new Set(again?.objects.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
    })

    test('then its KdcCluster is delegatable, and what others say of it stays (K-044) (K-047) (K-048)', async () => {
      stage.kubectl(
        'patch',
        'kdcclusters.k8s.kube-dc.com',
        'solar',
        '-n',
        'photon',
        '--subresource=status',
        '--type=merge',
        '-p',
        JSON.stringify({ status: { phase: 'Ready' } }),
      )
      await quiet()
      const status = await statusOf()
      expect(status.phase).toBe('Ready')
      expect(status.loadBalancer).toMatchObject({
        enabled: true,
        mode: 'enable',
        blocks: [
          {
            reservation: 'photon-solar-1',
            range: '10.242.0.0-10.242.0.15',
            vipCIDR: '10.242.0.0/24',
            phase: 'Bound',
            enabled: true,
          },
        ],
      })
      expect(await conditionOf()).toMatchObject({ reason: 'Delegatable' })
    })

    let vip = ''

    test('a Service there gets a VIP of the block, and OVN leads it to the workers (K-003) (K-004) (K-015) (K-019)', async () => {
      await makeWorker('solar', '10.100.0.31')
      await inside.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
      await make(inside, service)
      await until(async () => (await vipOf()) !== undefined)
      vip = (await vipOf()) ?? ''
      expect(vip).toMatch(/^10\.242\.0\.(?:\d|1[0-5])$/)
      await quiet()
      expect(circle.facts()).toContain('shop/web')
      expect(rules()).toBe(vip)
      await until(() => circle.northbound(vip).some((row) => row.includes('10.100.0.31:30443')))
      const rows = circle.northbound(vip)
      expect(rows.every((row) => row.includes('vpc-photon-tcp-load'))).toBe(true)
    })

    test('what the path does not carry is refused where it is asked for (K-089) (K-090)', async () => {
      const { metadata } = service
      const local = {
        ...service,
        metadata: { ...metadata, name: 'local' },
        spec: {
          ...(service['spec'] as object),
          externalTrafficPolicy: 'Local',
          ports: [{ port: 80, protocol: 'TCP' }],
        },
      }
      expect(await inside.create(local)).toMatchObject({
        outcome: 'refused',
        message: expect.stringContaining('externalTrafficPolicy: Local is not supported'),
      })
    })

    test('a tenant cluster that is away keeps its VIPs, and stops nobody', async () => {
      await tenant.tell('stop kube-apiserver')
      try {
        const { synced, problems } = await circle.round()
        expect(problems).toEqual([])
        expect(synced.run.tenants?.[0]?.problem).toContain('the connection failed')
        expect(await conditionOf()).toMatchObject({
          reason: 'Pending',
          message: expect.stringContaining('its cluster is not reached'),
        })
        await circle.round()
        expect(rules()).toBe(vip)
        expect(circle.facts()).toContain('shop/web')
      } finally {
        await tenant.tell('start kube-apiserver')
      }
      await quiet()
      expect(await conditionOf()).toMatchObject({ reason: 'Delegatable' })
    })

    test('turned off, pool and rule go, guardrails and block stay; turned on it is the same block (K-094) (K-095) (K-096)', async () => {
      await stage.repo.change(vipConfig('off'))
      await quiet()
      expect(await pools()).toEqual([])
      await until(async () => (await vipOf()) === undefined)
      await quiet()
      expect(rules()).toBe('')
      await until(() => circle.northbound(vip).length === 0)
      expect(await blocks()).toEqual(['10.242.0.0/28 Revoked'])
      expect(await conditionOf()).toMatchObject({ reason: 'NotActivated' })
      const policies = await inside.list({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
      })
      expect(policies).toMatchObject({ outcome: 'whole' })
      expect(policies.outcome === 'whole' && policies.items.length).toBeGreaterThan(3)

      await stage.repo.change(vipConfig())
      await quiet()
      await until(async () => (await vipOf()) !== undefined)
      await quiet()
      expect(await blocks()).toEqual(['10.242.0.0/28 Bound'])
      expect(rules()).toBe(await vipOf())
      vip = (await vipOf()) ?? ''
      await until(() => circle.northbound(vip).length > 0)
    })

    const nbctl = (...args: readonly string[]) =>
      execFileSync('ovn-nbctl', [`--db=${stage.api.nb ?? ''}`, ...args], { encoding: 'utf8' })

    test('a cluster that goes gives its block back, once nothing of it stands in OVN (K-063) (K-069) (K-071)', async () => {
      await stage.repo.change({ [solar]: undefined })
      await quiet()
      // It is still there, and may use it.
      expect(await blocks()).toEqual(['10.242.0.0/28 Releasing'])
      for (const object of [kdc, capi]) {
        const ref = { ...object, name: 'solar', namespace: 'photon' }
        const uid = (await stage.cluster.get(ref))?.metadata.uid ?? ''
        await stage.cluster.remove(ref, { uid })
      }
      // A row that nobody takes away, in its own VPC.
      nbctl('set', 'load_balancer', 'vpc-photon-udp-load', 'vips:"10.242.0.9:53"="10.100.0.9:53"')
      await quiet()
      expect(rules()).toBe('')
      expect(await blocks()).toEqual(['10.242.0.0/28 Tombstoned'])
      await stage.repo.change({ 'environments/photon/lunar.yaml': kdcCluster('lunar') })
      await born('lunar')
      await circle.round()
      await circle.untilQuiet()
      expect(await blocks('lunar')).toEqual(['10.242.0.16/28 Bound'])

      nbctl('remove', 'load_balancer', 'vpc-photon-udp-load', 'vips', '"10.242.0.9:53"')
      await circle.untilQuiet()
      expect(await blocks()).toBeUndefined()
      expect(circle.state('allocations/photon.yaml')).not.toContain('10.242.0.0/28')
    })

    const stepOf = () => /step: "?(\w+)/.exec(circle.state('platform.yaml'))?.[1]
    const lunar = async () => blocks('lunar')

    test('every cluster goes to another pool in five steps, each as the one before is seen done (K-079) (K-080) (K-081) (K-082) (K-083) (K-085) (K-087)', async () => {
      await stage.cluster.create(
        secretOf('photon', 'lunar', readFileSync(tenant.kubeconfig, 'utf8')),
      )
      await makeWorker('lunar', '10.100.0.32')
      await quiet()
      await until(async () => (await vipOf())?.startsWith('10.242.0.') === true)
      await quiet()
      vip = (await vipOf()) ?? ''
      expect(rules()).toBe(vip)

      await stage.repo.change(migrationFile('Revoke'))
      await quiet()
      await until(async () => (await vipOf()) === undefined)
      await quiet()
      expect(rules()).toBe('')
      expect(await lunar()).toEqual(['10.242.0.16/28 Revoked'])

      await stage.repo.change(migrationFile('Release'))
      await quiet()
      expect(await lunar()).toEqual(['10.242.0.16/28 Releasing'])
      const [one] = stage
        .kubectl('get', 'addressreservations', '-o', 'jsonpath={.items[*].spec.disposition}')
        .split(' ')
      expect(one).toBe('Release')

      await stage.repo.change(migrationFile('Delete'))
      await quiet()
      expect(await lunar()).toBeUndefined()
      await stage.repo.change(migrationFile('Retire'))
      await quiet()
      expect(stepOf()).toBe('Retire')
      expect(stage.kubectl('get', 'addressarenas', '-o', 'name')).toBe('')

      await stage.repo.change({ ...migrationFile('Create'), ...vipConfig('enable', newPool) })
      await quiet()
      expect(await lunar()).toEqual(['10.243.0.0/28 Bound'])
      await until(async () => (await vipOf())?.startsWith('10.243.0.') === true)
      await quiet()
      vip = (await vipOf()) ?? ''
      expect(rules()).toBe(vip)
      await until(() => circle.northbound(vip).some((row) => row.includes('10.100.0.32:30443')))
      expect(circle.northbound('10.242.0.16').length).toBe(0)
    })
  },
)
