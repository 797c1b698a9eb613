import { describe, expect, test } from 'vitest'
import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { factKinds, kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import { factsFromLists, type TenantServices } from '../../lib/pipeline/facts/facts-from-lists.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import type { ListOfKind, Lists } from '../../lib/pipeline/facts/lists.ts'
import { parseOwnForm, renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import { readYaml } from '../../lib/pipeline/facts/read-yaml.ts'
import { vipsIn } from '../../lib/pipeline/facts/tenant-services.ts'
import { digestOf } from '../../lib/pipeline/facts-digest.ts'

const applied = { commit: 'a'.repeat(40), generation: 7 }
const failed: ListOfKind = { outcome: 'failed', message: '403' }
const whole = (...items: object[]): ListOfKind => ({ outcome: 'whole', items })

function listsOf(some: Readonly<Record<string, ListOfKind>> = {}): Lists {
  const all = factKinds.map((kind) => [kindKey(kind), whole()] as const)
  return new Map([...all, ...Object.entries(some)])
}

const capi = (name: string) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name, namespace: 'photon-prod' },
})
const solar = whole(capi('solar'))

/** A Service of a tenant cluster as MetalLB leaves it. */
const service = (
  name: string,
  { spec = {}, labels = { 'network.kube-dc.com/lb-pool': 'project' }, ip = '10.242.0.17' } = {},
) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop', labels },
  spec: {
    type: 'LoadBalancer',
    loadBalancerClass: 'kube-dc.com/project',
    externalTrafficPolicy: 'Cluster',
    sessionAffinity: 'None',
    ports: [{ name: 'https', port: 443, targetPort: 8443, nodePort: 30443, protocol: 'TCP' }],
    ...spec,
  },
  status: { loadBalancer: { ingress: [{ ip, ipMode: 'VIP' }] } },
})
const tenant = (...items: object[]): TenantServices => {
  const ref = { namespace: 'photon-prod', cluster: 'solar' }
  return { ...ref, has: vipsIn(items, ref) }
}
const web = {
  environment: 'photon-prod',
  cluster: 'solar',
  service: 'shop/web',
  address: '10.242.0.17',
  ports: [{ name: 'https', port: 443, nodePort: 30443, protocol: 'TCP' }],
  externalTrafficPolicy: 'Cluster',
  sessionAffinity: 'None',
}
const told = (...items: object[]) => factsFromLists(listsOf(), { tenants: [tenant(...items)] })

describe('Services of a tenant cluster', () => {
  test('are told by class and label, with what a rule needs (K-003) (K-005) (K-006) (K-007)', () => {
    expect(told(service('web')).value).toMatchObject({
      vips: [web],
      tenants: ['photon-prod/solar'],
    })
    const others = [
      service('no-label', { labels: {} as { 'network.kube-dc.com/lb-pool': string } }),
      service('other-label', { labels: { 'network.kube-dc.com/lb-pool': 'public' } }),
      service('no-class', { spec: { loadBalancerClass: undefined } }),
      service('kmetal', { spec: { loadBalancerClass: 'kmetal' } }),
      service('inside', { spec: { type: 'ClusterIP' } }),
      { ...service('waits'), status: { loadBalancer: {} } },
    ]
    expect(told(...others).value).toMatchObject({ vips: [], tenants: ['photon-prod/solar'] })
  })

  test('are told with what the path does not carry, so that a person learns of it (K-089) (K-090) (K-091)', () => {
    const odd = service('odd', {
      ip: '10.99.0.1',
      spec: {
        externalTrafficPolicy: 'Local',
        sessionAffinity: 'ClientIP',
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        ports: [
          { name: 'b', port: 53, nodePort: 30053, protocol: 'UDP' },
          { name: 'c', port: 53, nodePort: 0, protocol: 'TCP' },
          { name: 'a', port: 9, nodePort: 30009, protocol: 'SCTP' },
        ],
      },
    })
    expect(told(odd).value.vips).toEqual([
      {
        ...web,
        service: 'shop/odd',
        address: '10.99.0.1',
        ports: [
          { name: 'a', port: 9, nodePort: 30009, protocol: 'SCTP' },
          { name: 'c', port: 53, protocol: 'TCP' },
          { name: 'b', port: 53, nodePort: 30053, protocol: 'UDP' },
        ],
        externalTrafficPolicy: 'Local',
        sessionAffinity: 'ClientIP',
        sourceRanges: true,
      },
    ])
  })

  test('of both families are told by address', () => {
    const ingress = [
      { ip: 'FD00::1' },
      { ip: '10.242.0.17' },
      { ip: '10.242.0.17' },
      { hostname: 'x' },
    ]
    const both = { ...service('web'), status: { loadBalancer: { ingress } } }
    expect(told(both).value.vips.map(({ address }) => address)).toEqual(['10.242.0.17', 'fd00::1'])
  })

  test('that no API server would have are left out with a word, whoever wrote them', () => {
    const hostile = [
      { ...service('x'), metadata: { ...service('x').metadata, name: '../../\u001b[2J' } },
      service('ports', { spec: { ports: [] } }),
      service('many', { spec: { ports: Array(65).fill({ port: 1, protocol: 'TCP' }) } }),
      service('huge', { spec: { ports: [{ port: 70_000 }] } }),
      service('twice', {
        spec: { ports: [80, 81, 80].map((port) => ({ port, nodePort: 30_080 })) },
      }),
      service('quic', { spec: { ports: [{ port: 1, protocol: 'QUIC' }] } }),
      { ...service('odd'), status: { loadBalancer: { ingress: 'all' } } },
      {
        ...service('bare'),
        spec: { type: 'LoadBalancer', loadBalancerClass: 'kube-dc.com/project' },
      },
    ]
    const { value, findings } = told(...hostile, service('web'))
    expect(value.vips).toEqual([web])
    expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(
      Array(hostile.length).fill('facts/malformed warning'),
    )
    // Nothing of them reaches a terminal as it is.
    const [first] = findings
    expect(first?.message).toContain('cluster photon-prod/solar: Service "shop/../../')
    expect(first?.message).not.toContain('\u001b')
    expect(told(service('none', { ip: '10.242.0.999' })).value.vips).toEqual([])
  })

  test('are no more than a pool could give', () => {
    const many = Array.from({ length: 400 }, (_, n) => service(`web-${String(n).padStart(3, '0')}`))
    const { value, findings } = told(...many)
    expect(value.vips).toHaveLength(256)
    expect(value.vips.at(-1)?.service).toBe('shop/web-255')
    expect(findings.map(({ message }) => message)).toEqual([
      'cluster photon-prod/solar: 400 VIPs are more than the 256 that are told',
    ])
  })

  test('make the facts of all clusters little larger, however many ports they have', () => {
    const ports = Array.from({ length: 64 }, (_, n) => {
      return { name: `p${n}`.padEnd(63, 'x'), port: 1 + n, nodePort: 30_000 + n, protocol: 'TCP' }
    })
    const ingress = Array.from({ length: 16 }, (_, n) => ({ ip: `10.242.0.${n}` }))
    const many = Array.from({ length: 100 }, (_, n) => ({
      ...service(`web-${String(n).padStart(2, '0')}`, { spec: { ports } }),
      status: { loadBalancer: { ingress } },
    }))
    const { value, findings } = told(...many)
    expect(renderFacts(value).length).toBeLessThan(200_000)
    expect(value.vips).toHaveLength(8)
    expect(findings.map(({ message }) => message)).toEqual([
      'cluster photon-prod/solar: 1600 VIPs are more than the 256 that are told',
      'cluster photon-prod/solar: 512 ports in all are told: 248 VIPs from that of Service shop/web-00 on have more',
    ])
  })
})

describe('a tenant cluster that gave no whole list', () => {
  const former = { ...told(service('web')).value, uid: 'u' }
  const silent = { namespace: 'photon-prod', cluster: 'solar' }
  const after = (lists: Lists, tenants: readonly TenantServices[] = [silent]) =>
    factsFromLists(lists, { former, tenants, uid: 'u' }).value

  test('has the VIPs that it had: that nothing answers is no absence', () => {
    const kept = { vips: [web], tenants: ['photon-prod/solar'] }
    expect(after(listsOf({ 'cluster.x-k8s.io/Cluster': solar }))).toMatchObject(kept)
    // Nor is it where it was not asked at all, or where nobody knows which clusters there are.
    expect(after(listsOf({ 'cluster.x-k8s.io/Cluster': solar }), [])).toMatchObject(kept)
    expect(after(listsOf({ 'cluster.x-k8s.io/Cluster': failed }))).toMatchObject(kept)
    expect(after(listsOf({ 'k8s.kube-dc.com/KdcCluster': failed }))).toMatchObject(kept)
    const asKdc = { apiVersion: 'k8s.kube-dc.com/v1alpha1', kind: 'KdcCluster' }
    const kdc = whole({ ...asKdc, metadata: { name: 'solar', namespace: 'photon-prod' } })
    expect(after(listsOf({ 'k8s.kube-dc.com/KdcCluster': kdc }))).toMatchObject(kept)
  })

  test('has none when it is gone', () => {
    expect(after(listsOf())).toMatchObject({ vips: [], tenants: [] })
  })

  test('says nothing of another: one that answers is believed', () => {
    const lunar = { namespace: 'photon-prod', cluster: 'lunar', has: { vips: [], problems: [] } }
    const clusters = listsOf({ 'cluster.x-k8s.io/Cluster': whole(capi('solar'), capi('lunar')) })
    expect(after(clusters, [silent, lunar])).toMatchObject({
      vips: [web],
      tenants: ['photon-prod/lunar', 'photon-prod/solar'],
    })
    expect(after(clusters, [tenant()])).toMatchObject({ vips: [], tenants: ['photon-prod/solar'] })
  })
})

describe('what stands for a VIP in the management cluster', () => {
  const rule = (name: string, vip: string, annotations?: object) => ({
    apiVersion: 'kubeovn.io/v1',
    kind: 'SwitchLBRule',
    metadata: { name, ...(annotations && { annotations }) },
    spec: { vip, namespace: 'photon-prod' },
  })
  const here = { 'ovn.kubernetes.io/logical_router': 'photon-prod' }
  const mirror = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'slr-web',
      namespace: 'photon-prod',
      annotations: {
        'ovn.kubernetes.io/switch_lb_vip': '10.242.0.17',
        'ovn.kubernetes.io/vpc': 'photon-prod',
      },
    },
  }

  test('is a SwitchLBRule or the Service of one, by its VPC, whoever made it', () => {
    const { value, findings } = factsFromObjects([
      rule('web', '10.242.0.17', here),
      rule('odd', 'x'),
      mirror,
    ])
    expect(value.mirrors).toEqual([
      { address: '10.242.0.17', holder: 'Service photon-prod/slr-web', vpc: 'photon-prod' },
      { address: '10.242.0.17', holder: 'SwitchLBRule web', vpc: 'photon-prod' },
    ])
    expect(findings.map(({ message }) => message)).toEqual([
      'SwitchLBRule odd is not wholly counted: VIP "x" cannot be read',
    ])
    expect(factsFromObjects([rule('web', '10.242.0.17')]).value.mirrors).toEqual([
      { address: '10.242.0.17', holder: 'SwitchLBRule web' },
    ])
  })

  test('is kept where its list failed', () => {
    const rules = { 'kubeovn.io/SwitchLBRule': whole(rule('web', '10.242.0.17', here)) }
    const former = {
      ...factsFromLists(listsOf({ ...rules, Service: whole(mirror) })).value,
      uid: 'u',
    }
    const holders = (lists: Lists) =>
      factsFromLists(lists, { former, uid: 'u' }).value.mirrors.map(({ holder }) => holder)
    expect(holders(listsOf({ Service: failed }))).toEqual(['Service photon-prod/slr-web'])
    expect(holders(listsOf({ 'kubeovn.io/SwitchLBRule': failed }))).toEqual(['SwitchLBRule web'])
    expect(holders(listsOf())).toEqual([])
  })
})

test('a block that is proven absent in one VPC is proven in no other', () => {
  const block = { address: '10.242.0.16/28', vpc: 'photon-prod' }
  const { value } = factsFromLists(listsOf(), { applied, uid: 'u', proven: [block] })
  expect(value.proven).toEqual([{ ...block, generation: 7 }])
  const view = viewFacts(value)
  const asked = ['photon-prod', 'photon-test', undefined].map((vpc) =>
    view.isProven('10.242.0.16/28', 7, vpc),
  )
  expect(asked).toEqual([true, false, false])
  expect(view.isProven('10.242.0.16/28', 8, 'photon-prod')).toBe(false)
})

test('all of it comes back from its own form', () => {
  const { value } = factsFromLists(listsOf(), {
    applied,
    proven: [{ address: '10.242.0.16/28', vpc: 'photon-prod' }],
    tenants: [tenant(service('web', { spec: { loadBalancerSourceRanges: ['10.0.0.0/8'] } }))],
  })
  const all = {
    ...value,
    mirrors: [{ address: '10.242.0.17', holder: 'SwitchLBRule a', vpc: 'a' }],
  }
  const [read] = readYaml('f', renderFacts(all)).value
  expect(parseOwnForm(read?.object)).toEqual(all)
})

test('facts that say nothing of VIPs have the text and the digest that they had before', () => {
  const { vips: _, tenants: __, mirrors: ___, ...before } = noFacts
  const facts = { ...noFacts, uid: 'u', generation: 3 }
  expect(digestOf(facts)).toBe(digestOf({ ...before, uid: 'u', generation: 3 } as Facts))
  expect(renderFacts(facts)).not.toMatch(/vips|tenants|mirrors/)
  expect(digestOf({ ...facts, tenants: ['a/b'] })).not.toBe(digestOf(facts))
})
