import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Manifest, objectId } from '../../lib/domain/manifests/manifest.ts'
import type { ProfileObject } from '../../lib/domain/tenant-profile/tenant-profile.ts'
import type { Delegation } from '../../lib/domain/vip/delegation.ts'
import { block, delegation } from '../manifests/vip-sample.ts'
import { profileOf } from '../tenant-profile/profile-of.ts'
import { startAllocator } from './allocator-process.ts'
import { established } from './established.ts'
import { type Answer, apply, type Call, callsTo, pathOf } from './kube-call.ts'
import { hasApiServer, type RealApiServer, START_MS, startApiServer } from './real-api-server.ts'
import { foreignKinds, sample } from './tenant-samples.ts'

describe.skipIf(!hasApiServer)('in a real tenant cluster', () => {
  let server: RealApiServer
  let call: Call
  let allocator: { readonly stop: () => Promise<void> }
  const bound = delegation({ blocks: [block(1), block(4, 2)] })

  beforeAll(async () => {
    server = await startApiServer(['--controller-manager'])
    call = callsTo(server)
    for (const kind of foreignKinds)
      await call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', kind)
    for (const { metadata } of foreignKinds) await established(call, metadata.name)
    await makeNamespace('shop')
    // They were there before anybody guarded.
    for (const one of [oldLocal, oldForeign])
      await call('POST', pathOf(one).replace(/\/[^/]+$/, ''), one)
    taken = await applyProfile(bound)
    await untilEffective()
    allocator = await startAllocator(server, call, deploymentOf(bound))
  }, START_MS)
  afterAll(async () => {
    await allocator?.stop()
    await server?.stop()
  })

  let taken: readonly string[]
  const oldLocal = sample.service(
    { externalTrafficPolicy: 'Local' },
    { name: 'old-local', labels: { 'network.kube-dc.com/lb-pool': 'project' } },
  )
  const oldForeign = sample.service({ loadBalancerClass: 'metallb' }, { name: 'old-foreign' })

  /** In the order of waves, as the sync does. */
  function objectsOf(wish: Delegation): readonly ProfileObject[] {
    const wave = ({ metadata }: ProfileObject) =>
      Number(metadata.annotations['argocd.argoproj.io/sync-wave'])
    return [...profileOf(wish).values()].flat().toSorted((a, b) => wave(a) - wave(b))
  }

  function deploymentOf(wish: Delegation): Manifest {
    return objectsOf(wish).find(({ kind }) => kind === 'Deployment') as Manifest
  }

  async function applyProfile(wish: Delegation): Promise<readonly string[]> {
    const said: string[] = []
    for (const object of objectsOf(wish)) {
      const answer = await again(
        () => apply(call, object),
        ({ status }) => status < 300,
      )
      said.push(
        `${answer.status} ${objectId(object)} ${answer.warning ?? answer.body.message ?? ''}`.trim(),
      )
      if (object.kind === 'CustomResourceDefinition') await established(call, object.metadata.name)
    }
    return said
  }

  async function makeNamespace(name: string): Promise<void> {
    await call('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    })
  }

  /** Policies are followed a moment after they are there. */
  async function untilEffective(): Promise<void> {
    for (const refused of [
      sample.l2,
      sample.speaker,
      sample.service({ loadBalancerClass: 'metallb' }),
    ]) {
      const { status } = await again(
        () => tried(refused),
        (answer) => answer.status === 403,
      )
      expect([refused.kind, status]).toEqual([refused.kind, 403])
    }
  }

  async function again(
    ask: () => Promise<Answer>,
    done: (answer: Answer) => boolean,
  ): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const answer = await ask()
      if (done(answer) || tries === 200) return answer
      await sleep(100)
    }
  }

  /** What the API says to an object, which is not kept. */
  function tried(object: Parameters<typeof pathOf>[0]): Promise<Answer> {
    const path = pathOf(object).replace(/\/[^/]+$/, '')
    return call('POST', `${path}?dryRun=All`, object)
  }

  test('the profile is taken strictly, without a warning (K-034)', () => {
    expect(taken).toEqual(objectsOf(bound).map((object) => `201 ${objectId(object)}`))
  })

  test('and a second time without a change', async () => {
    for (const object of objectsOf(bound)) {
      const before = await call('GET', pathOf(object))
      const { status, body } = await apply(call, object)
      expect([objectId(object), status, body.metadata?.generation]).toEqual([
        objectId(object),
        200,
        before.body.metadata?.generation,
      ])
    }
  })

  test('the type check finds nothing in the policies', async () => {
    for (const one of objectsOf(bound).filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')) {
      const { body } = await again(
        () => call('GET', pathOf(one)),
        ({ body: { status } }) => JSON.stringify(status ?? {}).includes('observedGeneration'),
      )
      expect([objectId(one), body.status]).toEqual([
        objectId(one),
        { observedGeneration: 1, typeChecking: {} },
      ])
    }
  })

  describe('refuses', () => {
    const { metallb, workload, service } = sample
    const asked =
      'the platform announces the addresses of this cluster, and nothing in it does; a Service gets one by loadBalancerClass kube-dc.com/project and label network.kube-dc.com/lb-pool: project'
    const own = `belongs to a load balancer of its own: ${asked}`

    test.each(
      [['L2Advertisement', 'BGPAdvertisement', 'BGPPeer', 'BFDProfile', 'Community']].flat(),
    )('a %s (K-018)', async (kind) => {
      const { status, body } = await tried(metallb(kind, 'mine', {}, 'default'))
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining(`${kind} default/mine ${own}`),
      ])
    })

    test.each<[string, string, Parameters<typeof tried>[0]]>([
      [
        'what Cilium announces by',
        `CiliumL2AnnouncementPolicy mine ${own}`,
        foreign('cilium.io/v2alpha1', 'CiliumL2AnnouncementPolicy'),
      ],
      [
        'what Cilium gives addresses of',
        `CiliumLoadBalancerIPPool mine ${own}`,
        foreign('cilium.io/v2', 'CiliumLoadBalancerIPPool'),
      ],
      ['a pool of PureLB', `ServiceGroup mine ${own}`, foreign('purelb.io/v1', 'ServiceGroup')],
      ['a pool of OpenELB', `Eip mine ${own}`, foreign('network.kubesphere.io/v1alpha2', 'Eip')],
      [
        'addresses that Calico would announce',
        `BGPConfiguration mine would announce addresses by spec.serviceLoadBalancerIPs: ${asked}`,
        foreign('crd.projectcalico.org/v1', 'BGPConfiguration', {
          serviceLoadBalancerIPs: [{ cidr: '10.242.0.0/24' }],
        }),
      ],
      [
        'a pool of Calico for Services',
        `IPPool mine would give addresses to Services by spec.allowedUses: ${asked}`,
        foreign('crd.projectcalico.org/v1', 'IPPool', { allowedUses: ['LoadBalancer'] }),
      ],
    ])('%s (K-097)', async (_, why, object) => {
      const { status, body } = await tried(object)
      expect([status, body.message]).toEqual([403, expect.stringContaining(why)])
    })

    test.each([
      ['quay.io/metallb/speaker:v0.15.2', { kind: 'DaemonSet' }],
      ['registry.example.com/mirror/metallb/speaker@sha256:0123', { kind: 'DaemonSet' }],
      ['bitnami/metallb-speaker', { kind: 'Pod' }],
      ['quay.io/metallb/controller:v0.15.2', {}],
      ['quay.io/metallb/controller:v0.15.2', { namespace: 'kube-dc-lb' }],
      ['ghcr.io/purelb/purelb/allocator:v0.16.0', {}],
      ['kubesphere/openelb-controller:master', {}],
      ['ghcr.io/loxilb-io/kube-loxilb:latest', {}],
      ['ghcr.io/kube-vip/kube-vip-cloud-provider:v0.0.12', { kind: 'StatefulSet' }],
      [
        'ghcr.io/kube-vip/kube-vip:v0.8.0',
        { kind: 'DaemonSet', container: { env: [{ name: 'svc_enable', value: 'true' }] } },
      ],
      [
        'ghcr.io/kube-vip/kube-vip:v0.8.0',
        { kind: 'DaemonSet', container: { args: ['manager', '--services'] } },
      ],
    ])('%s as %j (K-017) (K-097)', async (image, pod) => {
      const { status, body } = await tried(workload(image, pod))
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining(`runs ${image}, a load balancer of its own: ${asked}`),
      ])
    })

    const with_ = 'Service shop/web: with loadBalancerClass kube-dc.com/project '
    test.each([
      [
        { externalTrafficPolicy: 'Local' },
        `${with_}externalTrafficPolicy: Local is not supported, since traffic arrives source-NATed: write Cluster (K-089)`,
      ],
      [
        { ports: [{ port: 80, protocol: 'SCTP' }] },
        `${with_}protocol SCTP is not supported: write TCP or UDP (K-090)`,
      ],
      [
        { loadBalancerSourceRanges: ['10.0.0.0/8'] },
        `${with_}loadBalancerSourceRanges is not supported, since client addresses are not kept: leave it out (K-091)`,
      ],
      [
        { allocateLoadBalancerNodePorts: false },
        `${with_}allocateLoadBalancerNodePorts: false leaves no port for the platform to reach: write true`,
      ],
      [
        { loadBalancerClass: 'io.cilium/l2-announcer' },
        `Service shop/web: no load balancer of this cluster is of class io.cilium/l2-announcer: ${asked}; without a class it gets a public one (K-097)`,
      ],
    ])('a Service with %j: %s', async (spec, why) => {
      const { status, body } = await tried(service(spec))
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining(why.replace(/ \(K-\d+\)$/, '')),
      ])
    })

    function pool(name: string, spec: object, namespace?: string) {
      const serviceSelectors = [{ matchLabels: { 'network.kube-dc.com/lb-pool': 'project' } }]
      const whole = { serviceAllocation: { priority: 1, serviceSelectors }, ...spec }
      return metallb('IPAddressPool', name, whole, namespace)
    }

    test.each([
      [
        'addresses that are not delegated',
        pool('block-10.242.0.128', { addresses: ['10.242.0.128/28'] }),
        'its addresses are not one block of 10.242.0.16/28,10.242.0.64/28, which are delegated to this cluster: VIP blocks are asked for by spec.loadBalancer.blocks of the KdcCluster',
      ],
      [
        'more than a block',
        pool('block-10.242.0.16', { addresses: ['10.242.0.16/28', '10.242.0.128/28'] }),
        'its addresses are not one block of',
      ],
      [
        'a block in another namespace',
        pool('block-10.242.0.16', { addresses: ['10.242.0.16/28'] }, 'default'),
        'its addresses are not one block of',
      ],
      [
        'a block under a second name, which would stop the allocator',
        pool('mine', { addresses: ['10.242.0.16/28'] }),
        'the pool of 10.242.0.16/28 is called block-10.242.0.16',
      ],
      [
        'a block for every Service of the class',
        pool('block-10.242.0.16', { addresses: ['10.242.0.16/28'], serviceAllocation: {} }),
        'it is for all Services with label network.kube-dc.com/lb-pool: project',
      ],
    ])('a pool of %s (K-024)', async (_, object, why) => {
      const { status, body } = await tried(object)
      expect([status, body.message]).toEqual([403, expect.stringContaining(why)])
    })

    test('the deletion of a pool that is delegated', async () => {
      const one = metallb('IPAddressPool', 'block-10.242.0.16')
      const { status, body } = await call('DELETE', `${pathOf(one)}?dryRun=All`)
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining(
          '10.242.0.16/28 is delegated to this cluster by ConfigMap kube-dc-lb/lb-block-delegation, and every Service on it would lose its address',
        ),
      ])
    })

    function foreign(apiVersion: string, kind: string, spec: object = {}) {
      return { apiVersion, kind, metadata: { name: 'mine' }, spec }
    }
  })

  describe('lets ordinary work pass:', () => {
    const { workload, service } = sample
    test.each<[string, Parameters<typeof tried>[0]]>([
      ['a Service with class and label (K-003)', service()],
      [
        'over UDP, with affinity',
        service({ ports: [{ port: 53, protocol: 'UDP' }], sessionAffinity: 'ClientIP' }),
      ],
      [
        'a public one, local and for some clients (K-053)',
        service(
          {
            loadBalancerClass: undefined,
            externalTrafficPolicy: 'Local',
            loadBalancerSourceRanges: ['10.0.0.0/8'],
          },
          {},
        ),
      ],
      [
        'one of another type',
        service(
          { type: 'NodePort', loadBalancerClass: undefined, externalTrafficPolicy: 'Local' },
          {},
        ),
      ],
      ['a program', workload('nginx:1.27')],
      [
        'one that is only called so',
        workload('registry.example.com/shop/metallb-speaker-docs:1', { kind: 'Pod' }),
      ],
      [
        'kube-vip for an API server',
        workload('ghcr.io/kube-vip/kube-vip:v0.8.0', {
          container: { args: ['manager', '--controlplane'] },
        }),
      ],
      [
        'a policy of Cilium',
        {
          apiVersion: 'cilium.io/v2',
          kind: 'CiliumNetworkPolicy',
          metadata: { name: 'mine' },
          spec: {},
        } as never,
      ],
      [
        'a pool of Calico for pods',
        {
          apiVersion: 'crd.projectcalico.org/v1',
          kind: 'IPPool',
          metadata: { name: 'pods' },
          spec: { cidr: '10.0.0.0/16', allowedUses: ['Workload'] },
        } as never,
      ],
    ])('%s', async (_, object) => {
      const { status, warning, body } = await tried(object)
      expect([status, warning, body.message]).toEqual([201, undefined, undefined])
    })

    test.each([
      [
        'the class without the label',
        service({}, {}),
        'Service shop/web: it gets no address before it has label network.kube-dc.com/lb-pool: project',
      ],
      [
        'the label without the class',
        service({ loadBalancerClass: undefined }),
        'Service shop/web: without loadBalancerClass kube-dc.com/project its label means nothing, and its address is a public one',
      ],
    ])('%s, with a warning', async (_, object, why) => {
      const { status, warning } = await tried(object)
      expect([status, warning]).toEqual([201, expect.stringContaining(why)])
    })
  })

  test.each([
    ['a policy', oldLocal],
    ['a class', oldForeign],
  ])('a Service that had %s before can be changed in all else', async (_, service) => {
    const path = `${pathOf(service)}?fieldManager=somebody`
    const { apiVersion, kind, metadata } = service
    const { name, namespace } = metadata
    const change = { apiVersion, kind, metadata: { name, namespace, annotations: { a: 'b' } } }
    const { status } = await call('PATCH', path, JSON.stringify(change))
    expect(status).toBe(200)
  })

  describe('the real allocator', () => {
    /** The address of each Service of namespace `shop` that has one. */
    async function addresses(): Promise<ReadonlyMap<string, string>> {
      const { body } = await call('GET', '/api/v1/namespaces/shop/services')
      const { items } = body as unknown as { readonly items: readonly Balanced[] }
      return new Map(
        items.flatMap(({ metadata, status }) => {
          const ip = status.loadBalancer.ingress?.[0]?.ip
          return ip === undefined ? [] : [[metadata.name, ip]]
        }),
      )
    }

    async function untilThere(count: number): Promise<ReadonlyMap<string, string>> {
      for (let tries = 0; ; tries += 1) {
        const found = await addresses()
        if (found.size === count || tries === 200) return found
        await sleep(100)
      }
    }

    async function makeService(name: string, spec: object, labels: object = {}): Promise<void> {
      const object = sample.service(
        { allocateLoadBalancerNodePorts: true, ...spec },
        { name, labels },
      )
      expect((await call('POST', '/api/v1/namespaces/shop/services', object)).status).toBe(201)
    }

    const labels = { 'network.kube-dc.com/lb-pool': 'project' }
    const inBlocks = [...Array(16).keys()].flatMap((at) => [
      `10.242.0.${16 + at}`,
      `10.242.0.${64 + at}`,
    ])

    test('gives the addresses of the delegated blocks and no other, the first block first (K-004) (K-016) (K-024) (K-057)', async () => {
      // One has it already: it was there before its allocator.
      const before = await untilThere(1)
      expect([...before]).toEqual([['old-local', '10.242.0.16']])
      for (let at = 1; at <= 32; at += 1) await makeService(`web-${at}`, {}, labels)
      const found = await untilThere(32)
      await sleep(500)
      expect((await addresses()).size).toBe(32)
      expect([...found.values()].toSorted()).toEqual(inBlocks.toSorted())
      const first = [...found].filter(([, ip]) => Number(ip.split('.')[3]) < 32)
      expect(first.map(([name]) => name).toSorted()).toEqual(
        ['old-local', ...[...Array(15).keys()].map((at) => `web-${at + 1}`)].toSorted(),
      )
    })

    test('gives nothing by class alone or by label alone (K-003) (K-005) (K-007)', async () => {
      await call('DELETE', '/api/v1/namespaces/shop/services/web-1')
      const freed = await untilThere(32)
      // The one that waited has it.
      expect(freed.has('web-32')).toBe(true)
      await call('DELETE', '/api/v1/namespaces/shop/services/web-2')
      await untilThere(31)
      await makeService('class-only', {})
      await makeService('label-only', { loadBalancerClass: undefined }, labels)
      await sleep(1_000)
      const found = await addresses()
      expect([found.has('class-only'), found.has('label-only'), found.size]).toEqual([
        false,
        false,
        31,
      ])
    })

    test('has nothing left when VIPs are off, and the guardrails stay (K-094) (K-095) (K-096)', async () => {
      const off = delegation({ blocks: [block(1, 1, 'Revoked'), block(4, 2, 'Revoked')] })
      const kept = new Set(objectsOf(off).map(objectId))
      const pools = objectsOf(bound).filter((one) => !kept.has(objectId(one)))
      expect(pools.map(objectId)).toEqual([
        'IPAddressPool kube-dc-lb/block-10.242.0.16',
        'IPAddressPool kube-dc-lb/block-10.242.0.64',
      ])
      for (const object of objectsOf(off)) expect((await apply(call, object)).status).toBe(200)
      for (const one of pools) {
        const { status } = await again(
          () => call('DELETE', pathOf(one)),
          (answer) => answer.status === 200,
        )
        expect(status).toBe(200)
      }
      expect([...(await untilThere(0))]).toEqual([])
      const [pool] = pools
      const refused = await again(
        () => apply(call, pool as Manifest),
        ({ status }) => status !== 201,
      )
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining('none is delegated to this cluster now'),
      ])
      for (const one of [
        sample.l2,
        sample.speaker,
        sample.service({ loadBalancerClass: 'metallb' }),
      ])
        expect([one.kind, (await tried(one)).status]).toEqual([one.kind, 403])
    })

    test('and has the same blocks when they are back on', async () => {
      for (const object of objectsOf(bound)) {
        const { status } = await again(
          () => apply(call, object),
          (answer) => answer.status < 300,
        )
        expect(status).toBeLessThan(300)
      }
      const found = await untilThere(31)
      expect(found.size).toBe(31)
      expect([...found.values()].every((ip) => inBlocks.includes(ip))).toBe(true)
    })
  })
})

interface Balanced {
  readonly metadata: { readonly name: string }
  readonly status: {
    readonly loadBalancer: { readonly ingress?: readonly { readonly ip: string }[] }
  }
}
