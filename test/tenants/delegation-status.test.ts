import { describe, expect, test } from 'vitest'
import { tellRun } from '../../functions/sync/tell-run.ts'
import type { TenantTold } from '../../functions/sync/write-delegations.ts'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { emptyState, type State } from '../../lib/domain/ledger/state.ts'
import { type BlockReason, blockReasons, type VipBlock } from '../../lib/domain/vip/delegation.ts'
import { vipsIn } from '../../lib/pipeline/facts/tenant-services.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { MemoryCluster } from '../sync/memory-cluster.ts'

const block: VipBlock = { ordinal: 1, cidr: '10.242.0.16/28', phase: 'Bound' }
const START = Date.parse('2026-11-30T12:00:00Z')

interface Said {
  readonly reason?: BlockReason
  readonly message?: string
  readonly blocks?: readonly VipBlock[]
}

/** The ledger of a project with one cluster. */
function stateWith({
  reason = 'Delegatable',
  message = 'it has 10.242.0.16/28',
  blocks = [block],
}: Said = {}): State {
  const entry = {
    kind: 'KdcCluster',
    name: 'solar',
    phase: 'held',
    spec: { blocks: 1, providers: [] },
    blocks,
    delegation: { reason, message },
  } as unknown as Entry
  return {
    ...emptyState,
    vip: { mode: 'enable', poolCidr: '10.242.0.0/24', requireOptIn: false },
    arenas: new Map([['photon', '10.242.0.0/24']]),
    books: new Map([['photon', new Map([['KdcCluster solar', entry]])]]),
  }
}

const conditions = [
  {
    type: 'Ready',
    status: 'True',
    reason: 'Up',
    message: '',
    lastTransitionTime: '2026-11-01T00:00:00Z',
  },
]
const kdc: KubeObject = {
  apiVersion: 'k8s.kube-dc.com/v1alpha1',
  kind: 'KdcCluster',
  metadata: { name: 'solar', namespace: 'photon', generation: 3 },
  spec: { version: 'v1.33.1' },
  status: { phase: 'Ready', endpoint: 'https://x', conditions },
}
const arena: KubeObject = {
  apiVersion: 'network.kube-dc.com/v1alpha1',
  kind: 'AddressArena',
  metadata: { name: 'vip-photon' },
}
const photon = { namespace: 'photon', cluster: 'solar' }
const having = (...items: object[]) => vipsIn(items, photon)
const tenant = (more: Partial<TenantTold> = {}): TenantTold => ({
  ...photon,
  has: having(),
  ...more,
})

class Stage {
  readonly cluster = new MemoryCluster()
  now = START

  constructor() {
    this.cluster.put(kdc, 'kube-dc')
    this.cluster.put(arena)
  }

  async tell(state: State, ...tenants: readonly TenantTold[]): Promise<readonly string[]> {
    const clock = { now: () => this.now, pause: async () => undefined }
    const run = { objects: [], findings: [] }
    const told = { run, outcome: 'success', uid: 'u', state, tenants } as const
    const { problems } = await tellRun(told, { cluster: this.cluster, clock })
    return problems
  }

  get status(): Readonly<Record<string, unknown>> {
    return this.cluster.find('KdcCluster photon/solar')?.['status'] as Record<string, unknown>
  }

  get condition(): Readonly<Record<string, unknown>> | undefined {
    const all = this.status['conditions'] as readonly Record<string, unknown>[]
    return all.find(({ type }) => type === 'LoadBalancerBlockReady')
  }

  get events(): readonly string[] {
    return this.cluster
      .ids()
      .filter((id) => id.startsWith('Event'))
      .map((id) => this.cluster.find(id))
      .map(
        (one) => `${String(one?.['type'])} ${String(one?.['reason'])}: ${String(one?.['message'])}`,
      )
  }
}

describe('a KdcCluster', () => {
  test('says which blocks it has, of which arena, and that its pool is there (K-044) (K-047) (K-048)', async () => {
    const stage = new Stage()
    expect(await stage.tell(stateWith(), tenant())).toEqual([])
    expect(stage.status).toEqual({
      phase: 'Ready',
      endpoint: 'https://x',
      loadBalancer: {
        blocks: [
          {
            reservation: 'photon-solar-1',
            range: '10.242.0.16-10.242.0.31',
            vipCIDR: '10.242.0.0/24',
            addressSpaceUID: stage.cluster.find('AddressArena vip-photon')?.metadata.uid,
            phase: 'Bound',
            ready: true,
            delegatable: true,
            enabled: true,
          },
        ],
        configMap: 'kube-dc-lb/lb-block-delegation',
        enabled: true,
        mode: 'enable',
      },
      // What others say stays as it was: the list is one field to its API.
      conditions: [
        ...conditions,
        {
          type: 'LoadBalancerBlockReady',
          status: 'True',
          reason: 'Delegatable',
          message: 'it has 10.242.0.16/28',
          observedGeneration: 3,
          lastTransitionTime: '2026-11-30T12:00:00Z',
        },
      ],
    })
    expect(stage.events).toEqual(['Normal LoadBalancerBlockReady: it has 10.242.0.16/28'])
  })

  test('is written through its status alone, and only where something is new', async () => {
    const stage = new Stage()
    await stage.tell(stateWith(), tenant())
    stage.cluster.calls.length = 0
    stage.now += 3_600_000
    await stage.tell(stateWith(), tenant())
    expect(stage.cluster.calls.filter((one) => !/^(get|list)/.test(one))).toEqual([])
    const problem = 'its cluster is not reached: the connection failed'
    await stage.tell(stateWith(), tenant({ poolProblem: problem }))
    expect(stage.condition).toMatchObject({
      status: 'False',
      reason: 'Pending',
      lastTransitionTime: '2026-11-30T13:00:00Z',
    })
    expect(stage.cluster.calls.filter((one) => one.startsWith('apply'))).toEqual([
      'apply KdcCluster photon/solar',
    ])
  })

  test('is pending with its blocks until its own cluster has the pool (K-048) (K-049)', async () => {
    const stage = new Stage()
    const problem =
      'its cluster does not have IPAddressPool kube-dc-lb/block-10.242.0.16 as it is rendered yet'
    await stage.tell(stateWith(), tenant({ poolProblem: problem }))
    expect(stage.condition).toMatchObject({ status: 'False', reason: 'Pending', message: problem })
    expect(stage.status['loadBalancer']).toMatchObject({
      enabled: false,
      blocks: [{ phase: 'Bound', delegatable: true, enabled: false }],
    })
    await stage.tell(stateWith(), tenant())
    expect(stage.condition).toMatchObject({ status: 'True', reason: 'Delegatable' })
  })

  test('says what it said where nobody had the time to look into its cluster', async () => {
    const stage = new Stage()
    await stage.tell(stateWith())
    const unseen = { reason: 'Pending', message: 'nobody has looked into its cluster yet' }
    expect(stage.condition).toMatchObject(unseen)
    await stage.tell(stateWith())
    expect(stage.condition).toMatchObject(unseen)
    await stage.tell(stateWith(), tenant())
    await stage.tell(stateWith())
    expect(stage.condition).toMatchObject({ reason: 'Delegatable' })
    await stage.tell(stateWith(), tenant({ poolProblem: 'it is away' }))
    await stage.tell(stateWith())
    expect(stage.condition).toMatchObject({ reason: 'Pending', message: 'it is away' })
  })

  const ids = ['K-053', 'K-054', 'K-055', 'K-056', 'K-051', 'K-050', 'K-049', 'K-048']
  test.each(blockReasons.map((reason, n) => [reason, ids[n] ?? ''] as const))(
    'says %s as the plan does (%s)',
    async (reason) => {
      const stage = new Stage()
      await stage.tell(stateWith({ reason, message: 'so it is', blocks: [] }), tenant())
      const isReady = reason === 'Delegatable'
      expect(stage.condition).toMatchObject({
        status: 'False',
        reason: isReady ? 'Pending' : reason,
        message: isReady ? 'its blocks are on their way back' : 'so it is',
      })
      const isFault = ['PoolExhausted', 'TenantNetworkConflict'].includes(reason)
      expect(stage.events).toEqual([
        `${isFault ? 'Warning' : 'Normal'} ${isReady ? 'Pending: its blocks are on their way back' : `${reason}: so it is`}`,
      ])
    },
  )

  test('goes on with the blocks that it has where the pool has no more (K-050)', async () => {
    const stage = new Stage()
    const message = 'it gets 1 of 2 blocks: all 16 blocks of 10.242.0.0/24 are taken'
    await stage.tell(stateWith({ reason: 'PoolExhausted', message }), tenant())
    expect(stage.condition).toMatchObject({ status: 'False', reason: 'PoolExhausted', message })
    expect(stage.status['loadBalancer']).toMatchObject({ enabled: true })
  })

  test('that Git does not have is nobody’s that we know', async () => {
    const stage = new Stage()
    await stage.tell({ ...emptyState }, tenant())
    expect(stage.condition).toBeUndefined()
    expect(stage.events).toEqual([])
  })

  test('whose conditions have owners of their own keeps those of others out of our hands', async () => {
    const stage = new Stage()
    const live = stage.cluster.find('KdcCluster photon/solar')
    if (live === undefined) throw new Error('no cluster')
    const fieldsV1 = { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': {} } } }
    stage.cluster.objects.set('KdcCluster photon/solar', {
      object: { ...live, metadata: { ...live.metadata, managedFields: [{ fieldsV1 }] } },
    })
    await stage.tell(stateWith(), tenant())
    expect(stage.status['conditions']).toMatchObject([{ type: 'LoadBalancerBlockReady' }])
  })
})

describe('a Service whose VIP leads nowhere', () => {
  const service = (spec: object, ip = '10.242.0.17') => ({
    metadata: {
      name: 'web',
      namespace: 'shop',
      labels: { 'network.kube-dc.com/lb-pool': 'project' },
    },
    spec: {
      type: 'LoadBalancer',
      loadBalancerClass: 'kube-dc.com/project',
      ports: [{ port: 443, nodePort: 30443, protocol: 'TCP' }],
      ...spec,
    },
    status: { loadBalancer: { ingress: [{ ip }] } },
  })

  test.each([
    ['K-089', { externalTrafficPolicy: 'Local' }, 'externalTrafficPolicy: Local is not supported'],
    ['K-090', { ports: [{ port: 9, nodePort: 30009, protocol: 'SCTP' }] }, 'SCTP (port 9) is not'],
    ['K-091', { loadBalancerSourceRanges: ['10.0.0.0/8'] }, 'traffic arrives source-NATed'],
  ])('is told on its KdcCluster, once (%s)', async (_, spec, why) => {
    const stage = new Stage()
    for (let n = 0; n < 3; n += 1) {
      stage.now += 60_000
      await stage.tell(stateWith(), tenant({ has: having(service(spec)) }))
    }
    const warnings = stage.events.filter((one) => one.startsWith('Warning'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`VipNotMirrored: Service shop/web: 10.242.0.17 leads nowhere: `)
    expect(warnings[0]).toContain(why)
  })

  test('is one whose address is in no block of its cluster', async () => {
    const stage = new Stage()
    await stage.tell(stateWith(), tenant({ has: having(service({}, '10.99.0.1')) }))
    expect(stage.events.join('\n')).toContain('its address 10.99.0.1 is in no VIP block')
  })
})
