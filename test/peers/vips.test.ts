import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Vip } from '../../lib/domain/facts.ts'
import { renderSwitchLbRule } from '../../lib/domain/manifests/switch-lb-rule.ts'
import type { Rendered } from '../plan/rendered.ts'
import { isWished } from './is-wished.ts'
import { nbctl } from './northbound.ts'
import { inWaves, type OvnStage, openOvnStage } from './ovn-stage.ts'
import { environments, ovnWorld } from './ovn-world.ts'
import { pathOf } from './path-of.ts'
import { addWorkload, trace, type Workload, withoutSourceRoutes } from './trace.ts'

const vip: Vip = {
  environment: 'photon-prod',
  cluster: 'solar',
  service: 'shop/web',
  address: '10.242.0.17',
  ports: [
    { name: 'https', port: 443, nodePort: 30443, protocol: 'TCP' },
    { name: 'dns', port: 53, nodePort: 30053, protocol: 'UDP' },
  ],
  externalTrafficPolicy: 'Cluster',
  sessionAffinity: 'None',
}

describe.skipIf(!isWished)('a real Kube-OVN, given the SwitchLBRules of VIPs,', () => {
  let stage: OvnStage
  const clients = new Map<string, Workload>()
  const said: string[] = []

  beforeAll(async () => {
    stage = await openOvnStage(environments)
    said.push(...(await stage.applyAll(inWaves(ovnWorld().manifests))))
    // Each switch has its router port once Kube-OVN is through.
    await until(() => environments.every((name) => ports().includes(`${name}-${name}-production`)))
    for (const [name, at] of [
      ['photon-prod', 31],
      ['dynamo-prod', 41],
    ] as const)
      await makeWorker(name, `10.100.0.${at}`)
  }, 240_000)
  afterAll(() => stage.stop())

  /** A worker of cluster `solar`: the pod that its virtual machine runs in, whose address Kube-OVN gives. */
  async function makeWorker(namespace: string, address: string): Promise<void> {
    const path = `/api/v1/namespaces/${namespace}/pods`
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'solar-worker',
        namespace,
        labels: { 'cluster.x-k8s.io/cluster-name': 'solar', 'cluster.x-k8s.io/role': 'worker' },
        annotations: {
          'ovn.kubernetes.io/logical_switch': `${namespace}-production`,
          'ovn.kubernetes.io/ip_address': address,
        },
      },
      spec: { nodeName: 'gw1', containers: [{ name: 'compute', image: 'kubevirt' }] },
    }
    await until(async () => (await stage.call('POST', path, pod)).status === 201)
    // As the node's agent would, beside whatever Kube-OVN writes.
    const status = {
      phase: 'Running',
      podIP: address,
      podIPs: [{ ip: address }],
      conditions: [{ type: 'Ready', status: 'True' }],
    }
    const { apiVersion, kind } = pod
    const said = { apiVersion, kind, metadata: { name: 'solar-worker', namespace }, status }
    const query = '?fieldManager=kubelet&force=true'
    const put = await stage.call(
      'PATCH',
      `${path}/solar-worker/status${query}`,
      JSON.stringify(said),
    )
    expect(put.status).toBe(200)
  }

  async function until(done: () => boolean | Promise<boolean>, seconds = 40): Promise<boolean> {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(200))
      if (await done()) return true
    return false
  }

  function rule(change: Partial<Vip> = {}): Rendered {
    const whole = { ...vip, ...change }
    return renderSwitchLbRule(whole, `${whole.environment}-production`) as unknown as Rendered
  }

  function ports(): string {
    return nbctl(stage.peers, '--columns=name', 'list', 'logical_router_port')
  }

  /** What the load balancers of a VPC lead to, by address and port. */
  function vipsOf(vpc: string, protocol: 'tcp' | 'udp', kind = 'load'): string {
    return nbctl(
      stage.peers,
      'get',
      'load_balancer',
      `vpc-${vpc}-${protocol}-${kind}`,
      'vips',
    ).trim()
  }

  const https = '{"10.242.0.17:443"="10.100.0.31:30443"}'
  const dns = '{"10.242.0.17:53"="10.100.0.31:30053"}'

  test('leads each port to the workers, in the VPC of the project alone (K-019)', async () => {
    expect(said).toEqual([])
    expect(await stage.applyAll([rule()])).toEqual([])
    expect(await until(() => vipsOf('photon-prod', 'udp') === dns)).toBe(true)
    expect(await until(() => vipsOf('photon-prod', 'tcp') === https)).toBe(true)
    expect(vipsOf('dynamo-prod', 'tcp')).toBe('{}')
    expect(
      nbctl(stage.peers, 'get', 'load_balancer', 'cluster-tcp-loadbalancer', 'vips'),
    ).not.toContain('10.242.')
  })

  test('takes no address of the tenant for a health check (K-024)', async () => {
    expect(nbctl(stage.peers, 'list', 'load_balancer_health_check').trim()).toBe('')
    const { body } = await stage.call('GET', '/apis/kubeovn.io/v1/vips')
    expect(body).toMatchObject({ items: [] })
  })

  test('leaves the rule as it was applied', async () => {
    const live = await stage.get(rule())
    expect(live?.['spec']).toEqual(rule().spec)
    const before = live?.metadata.resourceVersion
    expect(await stage.applyAll([rule()])).toEqual([])
    expect((await stage.get(rule()))?.metadata.resourceVersion).toBe(before)
  })

  test('keeps apart two projects that have the same VIP', async () => {
    expect(await stage.applyAll([rule({ environment: 'dynamo-prod' })])).toEqual([])
    const other = '{"10.242.0.17:443"="10.100.0.41:30443"}'
    expect(await until(() => vipsOf('dynamo-prod', 'tcp') === other)).toBe(true)
    expect(vipsOf('photon-prod', 'tcp')).toBe(https)
  })

  test('is reached from every subnet of the project, and from no other project (K-008) (K-009) (K-010) (K-011)', async () => {
    for (const [n, name] of ['photon-prod', 'dynamo-prod', 'closed-dev'].entries()) {
      withoutSourceRoutes(stage.peers, name)
      clients.set(name, addWorkload(stage.peers, `${name}-production`, n + 1, '10.100.0.20'))
    }
    clients.set('staging', addWorkload(stage.peers, 'photon-prod-staging', 9, '10.101.0.20'))
    await sleep(2_000)
    const way = (from: string, router = from) =>
      trace(stage.peers, clients.get(from) as Workload, router, '10.242.0.17')
    expect(way('photon-prod')).toBe('solar-worker.photon-prod')
    expect(way('staging', 'photon-prod')).toBe('solar-worker.photon-prod')
    expect(way('dynamo-prod')).toBe('solar-worker.dynamo-prod')
    expect(way('closed-dev')).toBeUndefined()
  })

  test('keeps clients on a node where the Service asks for it', async () => {
    const sticky = rule({ sessionAffinity: 'ClientIP' })
    expect(await stage.applyAll([sticky])).toEqual([])
    expect(await until(() => vipsOf('photon-prod', 'tcp', 'sess-load') === https)).toBe(true)
    expect(await stage.applyAll([rule()])).toEqual([])
    expect(await until(() => vipsOf('photon-prod', 'tcp') === https)).toBe(true)
  })

  test('follows a port that goes', async () => {
    expect(await stage.applyAll([rule({ ports: vip.ports.slice(0, 1) })])).toEqual([])
    expect(await until(() => vipsOf('photon-prod', 'udp') === '{}')).toBe(true)
    expect(vipsOf('photon-prod', 'tcp')).toBe(https)
  })

  test('leads nowhere once the rule is gone, and the other project keeps its own', async () => {
    await stage.call('DELETE', pathOf(rule()))
    expect(await until(() => vipsOf('photon-prod', 'tcp') === '{}')).toBe(true)
    expect(vipsOf('dynamo-prod', 'tcp')).toContain('10.242.0.17:443')
  })
})
