import { describe, expect, test } from 'vitest'
import type { Book, Entry } from '../../lib/domain/ledger/entry.ts'
import { claimStatuses, type StatusInput } from '../../lib/pipeline/claims-status/claim-statuses.ts'
import { claim, dying, inputOf, live, tenant } from './sample.ts'

const readyOf = (input: StatusInput) =>
  Object.fromEntries(
    claimStatuses(input).map(({ name, ready }) => [name, `${ready.reason}: ${ready.message}`]),
  )
const statusOf = (name: string, input: StatusInput) =>
  claimStatuses(input).find((one) => one.name === name)?.status
const all = tenant()
const bookOf = (entry: object): ReadonlyMap<string, Book> => {
  const one = entry as Entry
  return new Map([['photon-prod', new Map([[`${one.kind} ${one.name}`, one]])]])
}

test('a tenant of which all is well', () => {
  expect(readyOf(inputOf())).toEqual({
    external: 'EipReady: 203.0.113.22 is assigned',
    web: 'EipReady: 203.0.113.24 is assigned',
    main: 'VpcReady: Vpc "photon-prod" is there',
    production: 'ResetLogicalSwitchAclSuccess: ',
  })
})

describe('a SubnetClaim', () => {
  test('names its objects and mirrors the counters of its Subnet (M-145) (M-146)', () => {
    expect(statusOf('production', inputOf())).toEqual({
      subnet: 'photon-prod-production',
      vpc: 'photon-prod',
      v4AvailableIPs: 243,
      v4UsingIPs: 10,
      v6AvailableIPs: 0,
      v6UsingIPs: 0,
    })
  })

  test('a counter that no float holds exactly is left out', () => {
    const status = { ...all.subnet.status, v6availableIPs: 18446744073709552000 }
    const subnet = { ...all.subnet, status }
    expect(statusOf('production', inputOf({ subnet }))).not.toHaveProperty('v6AvailableIPs')
  })

  test('has the Ready of Kube-OVN, whatever that reads like (M-149)', () => {
    const conditions = [
      {
        type: 'Ready',
        status: 'False',
        reason: 'ValidateLogicalSwitchFailed',
        message: 'conflict with subnet x',
      },
      { type: 'Error', status: 'True', reason: 'ValidateLogicalSwitchFailed', message: 'old' },
    ]
    const subnet = { ...all.subnet, status: { ...all.subnet.status, conditions } }
    expect(readyOf(inputOf({ subnet }))['production']).toBe(
      'ValidateLogicalSwitchFailed: conflict with subnet x',
    )
    expect(claimStatuses(inputOf())[1]?.ready.status).toBe('True')
  })

  test('waits for a VpcClaim that is ready (M-150) (M-194)', () => {
    const waits = 'WaitingForVpc: namespace "photon-prod" has no VpcClaim that is ready'
    expect(readyOf(inputOf({ main: undefined, subnet: undefined }))['production']).toBe(waits)
    expect(readyOf(inputOf({ vpc: undefined, subnet: undefined }))['production']).toBe(waits)
    expect(readyOf(inputOf({ subnet: undefined }))['production']).toBe(
      'SubnetNotReady: Subnet "photon-prod-production" is not there yet',
    )
  })

  test('that is there stays ready when the gateway of its VPC goes down', () => {
    const vpc = { ...all.vpc, status: { standby: true, enableExternal: false } }
    expect(readyOf(inputOf({ vpc }))['production']).toBe('ResetLogicalSwitchAclSuccess: ')
  })

  test.each([
    [{ ...all.subnet.spec, cidrBlock: '10.101.0.0/24' }, /has cidrBlock "10.101.0.0\/24"/],
    [{ ...all.subnet.spec, vpc: 'other' }, /is in Vpc "other", not in "photon-prod"/],
  ])('is not ready by the Ready of another Subnet than it asks for', (spec, message) => {
    expect(readyOf(inputOf({ subnet: { ...all.subnet, spec } }))['production']).toMatch(message)
  })

  test('is ready whatever the spelling of its blocks, and the order of the families', () => {
    const spec = { vpc: 'photon-prod', cidrBlock: '10.100.0.0/24,fd00::/64' }
    const production = claim('SubnetClaim', 'production', {
      cidrBlock: 'FD00:0::/64,10.100.0.0/24',
    })
    const subnet = { ...all.subnet, spec }
    expect(readyOf(inputOf({ subnet, production }))['production']).toMatch(/^ResetLogical/)
  })
})

describe('a VpcClaim', () => {
  test('names its Vpc and the segment that it leaves through', () => {
    const status = { vpc: 'photon-prod', externalSubnet: 'provider2-ext' }
    expect(statusOf('main', inputOf())).toEqual(status)
  })

  test('waits for the EipClaim external: its type, then its Ready (M-172) (M-195)', () => {
    const wrong = claim('EipClaim', 'external', { type: 'nat' })
    expect(readyOf(inputOf({ external: wrong }))['main']).toBe(
      'WaitingForEip: EipClaim "external" must have spec.type: lrp',
    )
    expect(readyOf(inputOf({ external: undefined }))['main']).toMatch(
      /^WaitingForEip: .* not there/,
    )
    expect(readyOf(inputOf({ egressEip: undefined }))['main']).toMatch(
      /^WaitingForEip: EipClaim "external" is not ready: OvnEip "photon-prod-provider2-ext"/,
    )
  })

  test('without external access waits for no address', () => {
    const main = claim('VpcClaim', 'main', { externalAccess: false })
    expect(readyOf(inputOf({ main, external: undefined }))['main']).toMatch(/^VpcReady/)
  })

  test('is not ready before Kube-OVN has made the Vpc', () => {
    const vpc = { ...all.vpc, status: {} }
    const entry = { kind: 'VpcClaim', name: 'main', phase: 'held', externalSubnet: 'provider2-ext' }
    const absent = inputOf({ vpc: undefined }, { books: bookOf(entry) })
    expect(readyOf(absent)['main']).toMatch(/^VpcNotReady: .* not there yet/)
    expect(readyOf(inputOf({ vpc }))['main']).toMatch(/^VpcNotReady: Kube-OVN has not made/)
    expect(readyOf(inputOf({ vpc: dying(all.vpc) }))['main']).toMatch(/^VpcNotReady: .* deleted/)
  })

  test('has a gateway that is not up: the Vpc, its segment and that network are looked at (M-196)', () => {
    const vpc = { ...all.vpc, status: { standby: true, enableExternal: true } }
    const network = live('ProviderNetwork', 'provider2', {}, { notReadyNodes: ['gw1', 'gw2'] })
    const segment = { ...all.segment, status: {} }
    const down = 'ExternalGatewayNotReady: '
    expect(readyOf(inputOf({ vpc }))['main']).toBe(
      `${down}the Vpc is not connected to external subnet "provider2-ext": is a node labelled as gateway?`,
    )
    expect(readyOf(inputOf({ vpc, network }))['main']).toMatch(
      /provider network "provider2" is not ready on node "gw1" and 1 more$/,
    )
    expect(readyOf(inputOf({ segment }))['main']).toMatch(
      /^ExternalGatewayNotReady: external subnet/,
    )
    expect(readyOf(inputOf({ segment: undefined }))['main']).toMatch(
      /^ExternalGateway.* not there$/,
    )
  })

  test('goes after the SubnetClaims, and after the Subnets (M-107) (M-197)', () => {
    const main = dying(all.main)
    expect(readyOf(inputOf({ main }))['main']).toBe(
      'SubnetClaimsPresent: SubnetClaim "production" in namespace "photon-prod" goes first',
    )
    expect(readyOf(inputOf({ main, production: undefined }))['main']).toBe(
      'SubnetClaimsPresent: Subnet "photon-prod-production" is in its Vpc still',
    )
    const gone = { main, production: undefined, subnet: undefined }
    expect(readyOf(inputOf(gone))['main']).toMatch(/^Releasing/)
  })

  test('that is gone from Git is on its way out as one that was deleted in the cluster', () => {
    const books = bookOf({ kind: 'VpcClaim', name: 'main', phase: 'releasing' })
    expect(readyOf(inputOf({}, { books }))['main']).toMatch(/^SubnetClaimsPresent/)
  })
})

describe('an EipClaim', () => {
  const noWeb = { webEip: undefined }
  const web = (spec: object) => claim('EipClaim', 'web', spec)

  test('is told why Kube-OVN assigns nothing: outside the subnet (M-198)', () => {
    const outside = web({ v4Ip: '198.51.100.7' })
    expect(readyOf(inputOf({ ...noWeb, web: outside }))['web']).toBe(
      'EipNotReady: v4Ip "198.51.100.7" is outside external subnet "provider2-ext" (203.0.113.0/24)',
    )
  })

  test('is told why Kube-OVN assigns nothing: in excludeIps (M-199)', () => {
    const excluded = web({ v4Ip: '203.0.113.9' })
    expect(readyOf(inputOf({ ...noWeb, web: excluded }))['web']).toMatch(
      /^EipNotReady: v4Ip "203.0.113.9" is in excludeIps .* \(203.0.113.1..203.0.113.20\)$/,
    )
  })

  test('is told why Kube-OVN assigns nothing: no free address, or somebody has it (M-200)', () => {
    const segment = { ...all.segment, status: { ...all.segment.status, v4availableIPs: 0 } }
    expect(readyOf(inputOf({ ...noWeb, segment, web: web({}) }))['web']).toBe(
      'EipNotReady: external subnet "provider2-ext" has no free address',
    )
    expect(readyOf(inputOf({ ...noWeb, web: web({ v4Ip: '203.0.113.22' }) }))['web']).toMatch(
      /is held by OvnEip "photon-prod-provider2-ext"$/,
    )
  })

  test('is not ready by an OvnEip that has another address, or is of another subnet', () => {
    const spec = { externalSubnet: 'provider2-ext', v4Ip: '203.0.113.24' }
    const moved = live('OvnEip', 'photon-prod-web', spec, { ready: true, v4Ip: '203.0.113.25' })
    const other = live('OvnEip', 'photon-prod-web', { externalSubnet: 'x' }, all.webEip.status)
    expect(readyOf(inputOf({ webEip: moved }))['web']).toBe(
      'EipNotReady: OvnEip "photon-prod-web" has 203.0.113.25, where 203.0.113.24 is wanted',
    )
    expect(readyOf(inputOf({ webEip: other }))['web']).toMatch(/^EipNotReady: .* of subnet "x"/)
    expect(readyOf(inputOf({ webEip: dying(all.webEip) }))['web']).toMatch(/^EipNotReady/)
  })

  test('without a VPC that leads out has no address to draw from', () => {
    const nothing = { vpc: undefined, main: undefined, webEip: undefined }
    expect(readyOf(inputOf(nothing))['web']).toMatch(
      /^EipNotReady: the environment has no VpcClaim/,
    )
  })

  test('that the ledger rejects is told the rule', () => {
    const rejected = { rule: 'eip/taken', winner: 'EipClaim photon-test/web' }
    const books = bookOf({ kind: 'EipClaim', name: 'web', phase: 'rejected', rejected })
    expect(readyOf(inputOf(noWeb, { books }))['web']).toBe(
      'EipNotReady: rule eip/taken keeps it out in favour of EipClaim photon-test/web; OvnEip "photon-prod-web" is not there yet',
    )
    const inert = bookOf({ kind: 'VpcClaim', name: 'main', phase: 'rejected', rejected })
    expect(readyOf(inputOf({}, { books: inert }))['main']).toBe(
      'Rejected: rule eip/taken keeps it out in favour of EipClaim photon-test/web',
    )
  })

  test('external is the address of the VPC, and goes after it (M-183) (M-201)', () => {
    const external = dying(all.external)
    const status = {
      eip: 'photon-prod-provider2-ext',
      v4Ip: '203.0.113.22',
      bound: true,
      binding: { type: 'Vpc' },
    }
    expect(statusOf('external', inputOf())).toEqual(status)
    expect(readyOf(inputOf({ external }))['external']).toMatch(/^EipInUseByVpc: .* goes first$/)
    const alone = { external, main: undefined, vpc: undefined }
    expect(readyOf(inputOf(alone))['external']).toMatch(/^Releasing/)
  })

  test('is unbound where no cluster could hold a Service, and else left alone', () => {
    const withClusters = (...namespaces: readonly string[]) => {
      const items = namespaces.map((namespace) => ({ metadata: { name: 'solar', namespace } }))
      const lists = [...inputOf().lists, ['cluster.x-k8s.io/Cluster', { outcome: 'whole', items }]]
      return statusOf('web', inputOf({}, { lists: new Map(lists as never) }))
    }
    expect(withClusters('other')).toMatchObject({ bound: false })
    expect(withClusters('other', 'photon-prod')).not.toHaveProperty('bound')
    expect(statusOf('web', inputOf())).not.toHaveProperty('bound')
  })

  test('is bound to the Service that uses it, and cannot go before that (M-181) (M-184)', () => {
    const environment = 'photon-prod'
    const bindings = [{ environment, claim: 'web', cluster: 'solar', service: 'demo/whoami' }]
    const service = {
      cluster: { name: 'solar' },
      service: { namespace: 'demo', name: 'whoami' },
    }
    expect(statusOf('web', inputOf({}, { bindings }))).toMatchObject({
      bound: true,
      binding: { type: 'Service', service },
    })
    expect(statusOf('web', inputOf({}, { bindings: [] }))).toMatchObject({ bound: false })
    expect(readyOf(inputOf({ web: dying(all.web) }, { bindings }))['web']).toBe(
      'EipInUseByService: Service demo/whoami of cluster "solar" is published on it',
    )
  })

  test('leaves its binding to others where nobody tells which Services there are', () => {
    expect(statusOf('web', inputOf())).toEqual({ eip: 'photon-prod-web', v4Ip: '203.0.113.24' })
  })
})

test.each(['vpc', 'subnet', 'webEip'] as const)(
  'a %s that a person holds keeps its claim red',
  (key) => {
    const { metadata, ...rest } = tenant()[key]
    const annotations = { 'netclaim.dev/hold': 'a migration' }
    const holdOf: StatusInput['holdOf'] = (one) => {
      const why = one.metadata.annotations['netclaim.dev/hold']
      return why === undefined ? undefined : `on hold: ${why}`
    }
    const object = { ...rest, metadata: { ...metadata, annotations } }
    const held = claimStatuses(inputOf({ [key]: object }, { holdOf })).filter(
      ({ ready }) => ready.reason === 'OnHold',
    )
    expect(held.map(({ ready }) => ready)).toEqual([
      {
        status: 'False',
        reason: 'OnHold',
        message: `"${metadata.name}" is kept as it is, on hold: a migration`,
      },
    ])
  },
)

test('what was not seen whole is not judged', () => {
  const { lists, books } = inputOf()
  const failed = { outcome: 'failed', message: '403' } as const
  for (const kind of lists.keys())
    expect(claimStatuses({ lists: new Map([...lists, [kind, failed]]), books })).toEqual([])
})

test('objects of any shape break nothing', () => {
  for (const nonsense of [null, 7, 'x', [], {}, { metadata: null }, { conditions: 3 }]) {
    const odd = { kind: 'Vpc', metadata: { name: 'photon-prod' }, spec: nonsense, status: nonsense }
    const main = { ...all.main, spec: nonsense, status: nonsense }
    expect(claimStatuses(inputOf({ vpc: odd, main })).length).toBe(4)
  }
})
