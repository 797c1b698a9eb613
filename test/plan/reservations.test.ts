import { describe, expect, test } from 'vitest'
import { acknowledgement, claim, cluster, documents, eips, reservation, transfer } from './files.ts'
import { photon, World } from './world.ts'

const file = 'platform/reservations.yaml'
const mine = 'environments/photon-prod/more.yaml'
const others = 'environments/nova-dev/claims.yaml'

function nova(...texts: readonly string[]): string {
  return documents(claim('VpcClaim', 'main', '{externalAccess: true}'), ...texts)
}

/** 198.51.100.20 to .29 are kept for photon-prod, of which .22 and .24 are its own already. */
function reserved(more = 'environment: photon-prod'): World {
  return photon({ [file]: reservation('edge', ['198.51.100.20..198.51.100.29'], more) })
}

test('what is kept is given to nobody by itself', () => {
  const world = reserved()
  world.commit({ [others]: nova(claim('EipClaim', 'shop')), [mine]: claim('EipClaim', 'mail') })
  expect(world.entry('EipClaim nova-dev/external')?.address).toBe('198.51.100.30')
  expect(world.entry('EipClaim nova-dev/shop')?.address).toBe('198.51.100.31')
  expect(world.entry('EipClaim photon-prod/mail')?.address).toBe('198.51.100.32')
})

test('whoever it is kept for may pin it, and nobody else', () => {
  const world = reserved()
  const pin = (name: string, ip: string) => claim('EipClaim', name, `{v4Ip: ${ip}}`)
  world.commit({
    [mine]: pin('mail', '198.51.100.26'),
    [others]: nova(pin('shop', '198.51.100.27')),
  })
  expect(world.entry('EipClaim photon-prod/mail')?.address).toBe('198.51.100.26')
  expect(world.entry('EipClaim nova-dev/shop')).toMatchObject({
    phase: 'rejected',
    rejected: { rule: 'reservation/kept', winner: 'Reservation edge' },
  })
  expect(world.finding('reservation/kept')).toMatchObject({
    severity: 'error',
    at: { file: others, line: 9 },
    field: 'spec.v4Ip',
    value: '198.51.100.27',
    message:
      'v4Ip "198.51.100.27" is kept by Reservation "edge" (platform/reservations.yaml) for environment "photon-prod": partners know it',
    related: [{ at: { file, line: 4 }, message: 'Reservation edge keeps 198.51.100.27' }],
  })
})

test('what is kept for nobody is nobody’s', () => {
  const world = photon({ [file]: reservation('edge', ['198.51.100.26']) })
  world.commit({ [mine]: claim('EipClaim', 'mail', '{v4Ip: 198.51.100.26}') })
  expect(world.finding('reservation/kept').message).toContain('for nobody: partners know it')
})

test('a pull request is told before the merge', () => {
  const world = reserved()
  const { report } = world.check({
    [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')),
  })
  expect(report.verdict).toBe('refuse')
  expect(report.findings.map(({ rule }) => rule)).toEqual(['reservation/kept'])
})

test('a claim that was refused gets its address when the reservation goes', () => {
  const world = reserved()
  world.commit({ [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')) })
  world.commit({ [file]: undefined })
  expect(world.entry('EipClaim nova-dev/shop')).toMatchObject({
    phase: 'held',
    address: '198.51.100.27',
  })
})

describe('who holds something keeps it', () => {
  test('a reservation over what another has tells whom, at its own place', () => {
    const world = photon({ [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')) })
    world.commit({ [file]: reservation('edge', ['198.51.100.27'], 'environment: photon-prod') })
    expect(world.entry('EipClaim nova-dev/shop')?.phase).toBe('held')
    expect(world.finding('reservation/held')).toMatchObject({
      severity: 'warning',
      at: { file, line: 4 },
      object: 'Reservation edge',
      field: 'spec.addresses[0]',
      value: '198.51.100.27',
      message:
        'Reservation "edge" keeps 198.51.100.27, which EipClaim nova-dev/shop holds: it counts from when that one is gone',
    })
  })

  test('once that one is gone, it is kept', () => {
    const world = photon({ [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')) })
    world.commit({ [file]: reservation('edge', ['198.51.100.27'], 'environment: photon-prod') })
    world.commit({ [others]: nova() })
    world.plan({ neverApplied: true })
    expect(world.entry('EipClaim nova-dev/shop')).toBeUndefined()
    world.commit({ [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')) })
    expect(world.said).toContain('error reservation/kept')
  })

  test('a claim that comes back while it is released has its address again', () => {
    const shop = nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}'))
    const world = photon({ [others]: shop })
    world.commit({ [others]: nova(), [file]: reservation('edge', ['198.51.100.27']) })
    expect(world.entry('EipClaim nova-dev/shop')?.phase).toBe('releasing')
    world.commit({ [others]: shop })
    expect(world.entry('EipClaim nova-dev/shop')).toMatchObject({
      phase: 'held',
      address: '198.51.100.27',
    })
  })

  test('of many, some are named and the rest is counted', () => {
    const world = photon({ [others]: nova(eips(30)) })
    world.commit({ [file]: reservation('edge', ['198.51.100.0/24']) })
    const said = world.findings.filter(({ rule }) => rule === 'reservation/held')
    expect(said).toHaveLength(21)
    // 30 floating ones, two egress addresses and photon's web.
    expect(said.map(({ message }) => message)).toContain(
      'Reservation "edge" keeps 13 more addresses that others hold',
    )
  })
})

test('a Transfer hands nothing over that is kept from the taker', () => {
  const world = photon({ [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')) })
  world.commit({ [file]: reservation('edge', ['198.51.100.27'], 'environment: nova-dev') })
  world.commit({
    [others]: nova(),
    [mine]: claim('EipClaim', 'shop'),
    'acknowledgements/move.yaml': transfer('EipClaim nova-dev/shop', 'EipClaim photon-prod/shop'),
  })
  expect(world.finding('transfer/not-possible').message).toContain(
    '198.51.100.27 is kept by Reservation "edge"',
  )
  expect(world.entry('EipClaim nova-dev/shop')?.phase).toBe('held')
})

test('an address of MetalLB is kept like one of a segment', () => {
  const text = reservation('cp', ['172.21.208.110-172.21.208.119']).replace(
    'pool: ext-a',
    'pool: tenant-cp-pool',
  )
  const world = photon({ [file]: text })
  world.commit({ [mine]: cluster('solar', { subnet: 'production', address: '172.21.208.112' }) })
  expect(world.finding('reservation/kept').message).toContain(
    'control-plane address "172.21.208.112" is kept by Reservation "cp"',
  )
  expect(world.entry('Cluster photon-prod/solar')?.phase).not.toBe('held')
})

describe('what the cluster shows in the claim’s own object', () => {
  test.each([
    ['a claim', claim('EipClaim', 'shop'), 'nova-dev-shop', 'EipClaim nova-dev/shop'],
    ['an egress address that nobody wrote', '', 'nova-dev-ext-a', 'EipClaim nova-dev/external'],
  ])('is kept from %s all the same', (_, text, eip, name) => {
    const world = photon({ [file]: reservation('edge', ['198.51.100.27']) })
    const holders = [{ address: '198.51.100.27', holder: `OvnEip ${eip}`, subnet: 'ext-a' }]
    world.report({ ...world.facts, holders })
    world.commit({ [others]: text === '' ? nova() : nova(text) })
    expect(world.said).toContain('error reservation/kept')
    expect(world.entry(name)?.address).toBeUndefined()
  })
})

describe('capacity', () => {
  test('shows what is kept and held by nobody', () => {
    const world = reserved()
    const { report } = world.check({ [mine]: claim('EipClaim', 'mail', '{v4Ip: 198.51.100.26}') })
    expect(report.capacity).toContainEqual({
      pool: 'ext-a',
      family: 'IPv4',
      size: '180',
      used: '3',
      free: '170',
      tombstoned: '0',
      reserved: '7',
    })
  })

  test('a pool of which all that is free is kept is full, and says why', () => {
    const world = photon()
    world.commit({ [file]: reservation('all', ['198.51.100.0/24']) })
    world.commit({ [mine]: claim('EipClaim', 'mail') })
    expect(world.finding('pool/full').message).toBe(
      'claim "mail" gets no address: pool "ext-a" is full: 180 addresses, 2 in use, 178 kept by reservations, 0 free',
    )
  })
})

describe('a reservation that is not as it should be', () => {
  test.each([
    ['names no pool', 'pool: ext-z', 'reservation/unknown-pool', 'spec.pool'],
    [
      'is for nobody who is there',
      'pool: ext-a, environment: photon-prd',
      'reservation/unknown-environment',
      'spec.environment',
    ],
    ['is outside of its pool', 'pool: ext-b', 'reservation/outside', 'spec.addresses[0]'],
  ])('%s', (_, pool, rule, field) => {
    const text = reservation('edge', ['198.51.100.40']).replace('pool: ext-a', pool)
    const world = photon({ [file]: text })
    expect(world.finding(rule)).toMatchObject({ field, at: { file } })
  })

  test('keeps an address for another environment than a second one does: nobody gets it', () => {
    const world = photon({
      [file]: documents(
        reservation('a', ['198.51.100.40..198.51.100.49'], 'environment: photon-prod'),
        reservation('b', ['198.51.100.45..198.51.100.60'], 'environment: nova-dev'),
      ),
    })
    expect(world.finding('reservation/overlap')).toMatchObject({
      severity: 'error',
      object: 'Reservation b',
      message:
        'Reservation "b" keeps 198.51.100.45..198.51.100.49 for environment "nova-dev", and Reservation "a" for environment "photon-prod": nobody gets it',
    })
    const pin = (ip: string) => claim('EipClaim', 'x', `{v4Ip: ${ip}}`)
    world.commit({ [mine]: pin('198.51.100.45'), [others]: nova(pin('198.51.100.49')) })
    expect(world.entry('EipClaim photon-prod/x')?.phase).toBe('rejected')
    expect(world.entry('EipClaim nova-dev/x')?.phase).toBe('rejected')
  })

  test.each([
    ['an address that is none', ['198.51.100.256'], '', 'field/range'],
    ['a range that runs backwards', ['198.51.100.9..198.51.100.2'], '', 'field/range'],
    ['host bits', ['198.51.100.9/24'], '', 'field/host-bits'],
    ['a day that there is not', ['198.51.100.40'], 'until: "2027-02-30"', 'field/value'],
    ['an unknown field', ['198.51.100.40'], 'for: photon-prod', 'field/unknown'],
  ])('%s freezes, as all in platform/ does', (_, addresses, more, rule) => {
    const world = photon()
    world.commit({
      [file]: reservation('edge', addresses, more),
      [mine]: claim('EipClaim', 'mail'),
    })
    expect(world.said).toContain(`error ${rule}`)
    expect(world.entry('EipClaim photon-prod/mail')).toBeUndefined()
  })

  test('stands where only one environment would see it', () => {
    const world = photon()
    const { report } = world.check({
      'platform/tenants/photon-prod.yaml': reservation('edge', ['198.51.100.40']),
    })
    expect(report.findings[0]).toMatchObject({ rule: 'placement/folder', severity: 'error' })
  })

  test('stands in the folder of a tenant', () => {
    const { report } = photon().check({ [mine]: reservation('edge', ['198.51.100.40']) })
    expect(report.findings).toMatchObject([{ rule: 'placement/folder', severity: 'error' }])
  })
})

describe('its last day', () => {
  const dated = reservation('edge', ['198.51.100.27'], 'until: "2027-01-31"')
  const end = Date.UTC(2027, 1, 1) / 1000

  test.each([
    ['the last second of it', end - 1, 0],
    ['the first one after it', end, 1],
  ])('%s', (_, seconds, count) => {
    const world = photon({ [file]: dated })
    world.seconds = seconds
    world.commit({ [mine]: claim('EipClaim', 'mail') })
    expect(world.said.filter((one) => one === 'warning reservation/over')).toHaveLength(count)
  })

  test('is over: its addresses stay kept, and that is said once', () => {
    const world = photon({ [file]: dated })
    world.seconds = end
    world.commit({ [others]: nova(claim('EipClaim', 'shop', '{v4Ip: 198.51.100.27}')) })
    expect(world.finding('reservation/over').message).toBe(
      'Reservation "edge" was until 2027-01-31: its addresses stay kept until its file goes',
    )
    expect(world.said).toContain('error reservation/kept')
    world.seconds = end + 100
    world.commit({ [mine]: claim('EipClaim', 'mail') })
    expect(world.said).not.toContain('warning reservation/over')
  })

  test('is told to a pull request that brings one that is over already', () => {
    const world = photon({ [file]: dated })
    world.seconds = end
    world.commit()
    const second = reservation('old', ['198.51.100.28'], 'until: "2026-01-31"')
    const { report } = world.check({ 'platform/more.yaml': second })
    expect(report.findings.map(({ rule, severity, object }) => [rule, severity, object])).toEqual([
      ['reservation/over', 'warning', 'Reservation old'],
      ['reservation/over', 'info', 'Reservation edge'],
    ])
  })
})

test('a part of a large pool that a reservation cuts is planned like the whole', () => {
  const world = World.of({
    'platform/kmetal.yaml': `apiVersion: kmetal.io/v1alpha1
kind: KMetal
metadata: {name: platform}
spec:
  networking:
    defaultProviderSubnet: ext-a
    providerNetworks:
      - name: provider
        interface: bond0.206
        vlanID: 0
        subnets:
          - {name: ext-a, cidrBlock: 10.9.0.0/16, gateway: 10.9.0.1, excludeIPs: []}
    loadBalancer:
      tenantControlPlanes: {addresses: [172.21.208.100-172.21.208.250]}
    extraBlockedEgressCIDRs: []
`,
    'netclaim.yaml': 'brakes: {releases: 1000, sharePercent: 100}\n',
    [file]: reservation('wide', ['10.9.0.10..10.9.3.200'], 'environment: nova-dev'),
    [others]: nova(
      claim('EipClaim', 'low', '{v4Ip: 10.9.0.20}'),
      claim('EipClaim', 'middle', '{v4Ip: 10.9.2.0}'),
      claim('EipClaim', 'high', '{v4Ip: 10.9.3.200}'),
    ),
  })
  // World plans each commit by what it changes and as a whole, and both have to come to the same.
  world.commit({
    [mine]: documents(claim('VpcClaim', 'main', '{externalAccess: true}'), eips(12)),
  })
  expect(world.entry('EipClaim photon-prod/eip-11')?.address).toBe('10.9.3.205')
  const { report } = world.check({ [mine]: documents(claim('VpcClaim', 'main'), eips(13)) })
  expect(report.capacity.find(({ pool }) => pool === 'ext-a')?.reserved).toBe(`${959 - 3}`)
  world.commit({ [others]: undefined, 'acknowledgements/go.yaml': go() })
  expect(world.entry('EipClaim nova-dev/low')?.phase).toBe('releasing')
})

function go(): string {
  return acknowledgement('vpc', 'nova-dev', ['VpcClaim nova-dev/main'])
}
