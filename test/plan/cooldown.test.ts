import { describe, expect, test } from 'vitest'
import { applied } from './cluster-of.ts'
import { claim, documents, eips, platformFile, reservation, transfer } from './files.ts'
import { photon, World } from './world.ts'

const HOUR = 3_600
const settings = 'netclaim.yaml'
const mine = 'environments/photon-prod/more.yaml'
const others = 'environments/nova-dev/claims.yaml'
const cooling = 'allocations/pools/ext-a/cooling.yaml'
/** Noon of the first of March of 2026. */
const noon = Date.UTC(2026, 2, 1, 12) / 1000

/** `EipClaim photon-prod/mail` had 198.51.100.20, the lowest address, which is free since noon and rests for a day. */
function rested(after = '24h', text = claim('EipClaim', 'mail')): World {
  const world = photon({ [settings]: `reuse: {after: ${after}}\n`, [mine]: text })
  world.seconds = noon
  world.commit({ [mine]: undefined })
  world.plan({ neverApplied: true })
  return world
}

function nova(...texts: readonly string[]): string {
  return documents(claim('VpcClaim', 'main', '{externalAccess: true}'), ...texts)
}

const pin = (name: string, ip = '198.51.100.20') => claim('EipClaim', name, `{v4Ip: ${ip}}`)

test('what is freed is written down with who had it and since when', () => {
  expect(rested().tree.get(cooling)).toBe(`cooling:
  "198.51.100.20":
    freed: ${noon}
    holder: EipClaim photon-prod/mail
`)
})

test('without the setting nothing rests, and no time is written down', () => {
  const world = photon({ [mine]: claim('EipClaim', 'mail') })
  world.seconds = noon
  world.commit({ [mine]: undefined })
  world.plan({ neverApplied: true })
  expect([...world.tree.keys()]).not.toContain(cooling)
  expect(world.tree.get('state.yaml')).not.toContain('time')
  world.commit({ [others]: nova() })
  expect(world.entry('EipClaim nova-dev/external')?.address).toBe('198.51.100.20')
})

describe('while it rests', () => {
  test('no other claim gets it by itself', () => {
    const world = rested()
    world.commit({ [others]: nova(), [mine]: claim('EipClaim', 'other') })
    expect(world.entry('EipClaim nova-dev/external')?.address).toBe('198.51.100.21')
    expect(world.entry('EipClaim photon-prod/other')?.address).toBe('198.51.100.23')
  })

  test.each([
    ['another environment', others, nova(pin('mail')), 'EipClaim nova-dev/mail'],
    ['another claim of its environment', mine, pin('other'), 'EipClaim photon-prod/other'],
  ])('%s cannot pin it', (_, path, text, name) => {
    const world = rested()
    world.commit({ [path]: text })
    expect(world.entry(name)).toMatchObject({
      phase: 'rejected',
      rejected: { rule: 'pool/cooling' },
    })
    expect(world.finding('pool/cooling')).toMatchObject({
      severity: 'error',
      at: { file: path },
      field: 'spec.v4Ip',
      message:
        'v4Ip "198.51.100.20" was that of EipClaim photon-prod/mail until 2026-03-01T12:00:00Z, and rests until 2026-03-02T12:00:00Z before another claim gets it',
    })
  })

  test.each([
    ['without a pin', claim('EipClaim', 'mail')],
    ['with a pin', pin('mail')],
  ])('the claim that had it has it back at once, %s', (_, text) => {
    const world = rested()
    world.commit({ [mine]: text, [others]: nova() })
    expect(world.entry('EipClaim photon-prod/mail')?.address).toBe('198.51.100.20')
    expect([...world.tree.keys()]).not.toContain(cooling)
  })

  test('an egress address that nobody wrote comes back as well', () => {
    const world = World.of({ [settings]: 'reuse: {after: 24h}\n', [others]: nova(), ...keeper })
    expect(world.entry('EipClaim nova-dev/external')?.address).toBe('198.51.100.20')
    world.seconds = noon
    world.commit({
      [others]: undefined,
      'acknowledgements/go.yaml': `apiVersion: netclaim.dev/v1alpha1
kind: Acknowledgement
metadata: {name: go}
spec: {brake: vpc, subject: nova-dev, allows: [VpcClaim nova-dev/main], reason: moved}
`,
    })
    for (let round = 0; round < 4; round += 1) world.plan({ neverApplied: true })
    world.commit({ [mine]: claim('EipClaim', 'x'), [others]: nova() })
    expect(world.entry('EipClaim nova-dev/external')?.address).toBe('198.51.100.20')
  })
})

const keeper = {
  'environments/photon-prod/claims.yaml': documents(
    claim('VpcClaim', 'main', '{externalAccess: true}'),
    claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.22}'),
  ),
}

describe('its time', () => {
  const day = 24 * HOUR

  test.each([
    ['a second too early', noon + day - 1, 'rejected'],
    ['the very second', noon + day, 'held'],
    ['at the same second as it was freed', noon, 'rejected'],
    ['at an earlier time, since a clock went back', noon - day, 'rejected'],
  ])('%s', (_, seconds, phase) => {
    const world = rested()
    world.seconds = seconds
    world.commit({ [others]: nova(pin('mail')) })
    expect(world.entry('EipClaim nova-dev/mail')?.phase).toBe(phase)
  })

  test('when it is over it is forgotten, by whatever commit comes next', () => {
    const world = rested()
    world.seconds = noon + day
    world.commit({ [mine]: claim('EipClaim', 'other', '{v4Ip: 198.51.100.99}') })
    expect([...world.tree.keys()]).not.toContain(cooling)
  })

  test('a clock that went back makes it rest no less', () => {
    const world = rested()
    world.seconds = noon - 10 * day
    world.commit({ [mine]: claim('EipClaim', 'other', '{v4Ip: 198.51.100.99}') })
    world.seconds = noon + day - 1
    world.commit({ [others]: nova(pin('mail')) })
    expect(world.entry('EipClaim nova-dev/mail')?.phase).toBe('rejected')
  })

  test('is that of the setting as it is now', () => {
    const world = rested()
    world.seconds = noon + HOUR
    world.commit({ [settings]: 'reuse: {after: 1h}\n', [others]: nova(pin('mail')) })
    expect(world.entry('EipClaim nova-dev/mail')?.phase).toBe('held')
  })

  test('a claim that was refused gets it once that is over', () => {
    const world = rested()
    world.commit({ [others]: nova(pin('mail')) })
    expect(world.entry('EipClaim nova-dev/mail')?.phase).toBe('rejected')
    world.seconds = noon + day
    world.commit({ [others]: documents(nova(pin('mail')), claim('EipClaim', 'more')) })
    expect(world.entry('EipClaim nova-dev/mail')?.phase).toBe('held')
    expect(world.entry('EipClaim nova-dev/more')?.address).not.toBe('198.51.100.20')
  })

  test('a pull request is told by the time of its own commit, where that is known', () => {
    const world = rested()
    const change = { [others]: nova(pin('mail')) }
    expect(world.check(change).report.findings.map(({ rule }) => rule)).toEqual(['pool/cooling'])
    expect(world.check(change, noon + day).report.verdict).toBe('accept')
  })
})

test('only what is proven gone begins to rest, when that is known', () => {
  const world = photon({ [settings]: 'reuse: {after: 24h}\nproof: api\n', [mine]: pin('mail') })
  world.report(applied(world))
  world.seconds = noon
  world.commit({ [mine]: undefined })
  for (let round = 0; round < 3; round += 1) {
    expect([...world.tree.keys()]).not.toContain(cooling)
    world.seconds += HOUR
    world.report(applied(world))
    if (world.entry('EipClaim photon-prod/mail') === undefined) break
  }
  expect(world.entry('EipClaim photon-prod/mail')).toBeUndefined()
  expect(world.state.pools.get('ext-a')?.cooling.get('198.51.100.20')).toEqual({
    holder: 'EipClaim photon-prod/mail',
    freed: world.seconds,
  })
})

test('what a Transfer moves does not rest', () => {
  const world = photon({ [settings]: 'reuse: {after: 24h}\n', [mine]: pin('mail') })
  world.commit({
    [mine]: undefined,
    [others]: nova(claim('EipClaim', 'mail')),
    'acknowledgements/move.yaml': transfer('EipClaim photon-prod/mail', 'EipClaim nova-dev/mail'),
  })
  expect(world.entry('EipClaim nova-dev/mail')?.address).toBe('198.51.100.20')
})

test('what rests and is kept for somebody else goes to nobody who had it', () => {
  const world = rested()
  world.commit({
    'platform/reservations.yaml': reservation('edge', ['198.51.100.20'], 'environment: nova-dev'),
    [mine]: claim('EipClaim', 'mail'),
    [others]: nova(pin('shop')),
  })
  expect(world.entry('EipClaim photon-prod/mail')?.address).toBe('198.51.100.23')
  expect(world.entry('EipClaim nova-dev/shop')?.phase).toBe('rejected')
  world.seconds = noon + 24 * HOUR
  world.commit({ [others]: nova(pin('shop'), claim('EipClaim', 'b')) })
  expect(world.entry('EipClaim nova-dev/shop')?.address).toBe('198.51.100.20')
})

describe('a pool', () => {
  test('shows what rests', () => {
    const { report } = rested().check({ [mine]: claim('EipClaim', 'other') })
    expect(report.capacity).toContainEqual({
      pool: 'ext-a',
      family: 'IPv4',
      size: '180',
      used: '3',
      free: '176',
      tombstoned: '0',
      resting: '1',
    })
  })

  test('that is full says how many rest, and until when', () => {
    const excludes = '[198.51.100.1..198.51.100.19, 198.51.100.26..198.51.100.254]'
    const world = photon({
      'platform/kmetal.yaml': platformFile({ excludes }),
      [settings]: 'reuse: {after: 7d}\nbrakes: {sharePercent: 100}\n',
      [mine]: eips(3),
    })
    world.seconds = noon
    world.commit({ [mine]: undefined })
    world.plan({ neverApplied: true })
    world.commit({ [mine]: eips(2, 7) })
    expect(world.findings.filter(({ rule }) => rule === 'pool/full')[0]?.message).toBe(
      'claim "eip-08" gets no address: pool "ext-a" is full: 6 addresses, 3 in use, 3 resting until 2026-03-08T12:00:00Z or later, 0 free',
    )
  })
})

test('a large pool of which a part rests is planned in part as it is as a whole', () => {
  const world = World.of({
    'platform/kmetal.yaml': platformFile()
      .replace('198.51.100.0/24', '10.9.0.0/16')
      .replace('gateway: 198.51.100.1', 'gateway: 10.9.0.1')
      .replace(/excludeIPs: \[198[^\n]*/, 'excludeIPs: []'),
    [settings]: 'reuse: {after: 24h}\nbrakes: {releases: 1000, sharePercent: 100}\n',
    ...keeper,
    'environments/photon-prod/claims.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
    [mine]: eips(300),
    [others]: nova(eips(20)),
  })
  world.seconds = noon
  world.commit({ [mine]: undefined })
  world.plan({ neverApplied: true })
  expect(world.state.pools.get('ext-a')?.cooling.size).toBe(300)
  world.commit({ 'environments/zeta/claims.yaml': nova(eips(5)) })
  const first = world.entry('EipClaim zeta/eip-00')?.address ?? ''
  expect(world.state.pools.get('ext-a')?.cooling.has(first)).toBe(false)
  world.seconds = noon + 24 * HOUR
  world.commit({ 'environments/eta/claims.yaml': nova(eips(5)) })
  expect(world.state.pools.get('ext-a')?.cooling.size).toBe(0)
  expect(world.entry('EipClaim eta/eip-00')?.address).toMatch(/^10\.9\.0\./)
})

test('a state that somebody edited by hand is told', () => {
  const world = rested()
  const text = (world.tree.get(cooling) ?? '').replace('198.51.100.20', '198.51.100.24')
  world.tree = new Map([...world.tree, [cooling, text]])
  const result = world.plan()
  expect(result.commit).toBe(false)
  expect(world.finding('state/unreadable').message).toContain('198.51.100.24 is held')
})

test.each(['24', '1.5h', '-1h', '1w', 'P1D', '9999999s'])('"%s" is no duration', (text) => {
  const { report } = photon().check({ [settings]: `reuse: {after: "${text}"}\n` })
  expect(report.findings).toContainEqual(
    expect.objectContaining({ rule: 'field/value', field: 'reuse.after', severity: 'error' }),
  )
})
