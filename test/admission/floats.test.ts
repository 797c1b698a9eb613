import { expect, test } from 'vitest'
import { documents, eips, platformFile } from '../plan/files.ts'
import { photon, World } from '../plan/world.ts'
import { addresses, ask, eip, only, said, vpc } from './ask.ts'

/** ext-a gives .20 to .22 only. */
const small = {
  'platform/kmetal.yaml': platformFile({
    excludes: '[198.51.100.1..198.51.100.19, 198.51.100.23..198.51.100.254]',
  }),
}
const file = 'environments/nova-dev/c.yaml'

test('a claim without v4Ip gets the lowest free address, and keeps it (M-163) (M-151)', () => {
  const world = photon()
  world.commit({ [file]: documents(vpc, eip('m')) })
  expect(world.entry('EipClaim nova-dev/external')?.address).toBe('198.51.100.20')
  expect(world.entry('EipClaim nova-dev/m')?.address).toBe('198.51.100.21')
  world.commit({ 'environments/nova-dev/a.yaml': eip('a') })
  expect(world.entry('EipClaim nova-dev/m')?.address).toBe('198.51.100.21')
  expect(world.entry('EipClaim nova-dev/a')?.address).toBe('198.51.100.23')
})

test('addresses that facts show in use are passed over', () => {
  const { report } = ask({
    head: { [file]: documents(vpc, eip('a')) },
    facts: {
      holders: [
        { address: '198.51.100.20', holder: 'OvnEip by-hand', subnet: 'ext-a' },
        { address: '198.51.100.22', holder: 'Service shop/front' },
      ],
    },
  })
  expect(addresses(report)).toMatchObject({
    'nova-dev/a': '198.51.100.21',
    'nova-dev/external': '198.51.100.23',
  })
})

test('new claims stand in line by environment and name, whatever their files and order', () => {
  const expected = {
    'a/b': '198.51.100.20',
    'a/external': '198.51.100.21',
    'b/a': '198.51.100.22',
    'b/external': '198.51.100.23',
  }
  const [a, b] = [documents(vpc, eip('b')), documents(eip('a'), vpc)]
  const one = { 'environments/a/1.yaml': a, 'environments/b/2.yaml': b }
  const two = {
    'environments/b/2.yaml': vpc,
    'environments/b/0.yml': eip('a'),
    'environments/a/deep/er.yaml': documents(eip('b'), vpc),
  }
  for (const head of [one, two]) expect(addresses(ask({ head }).report)).toEqual(expected)
})

test('who waits already comes before who is new', () => {
  const world = World.of({ ...small, 'environments/z/c.yaml': eip('z') })
  expect(world.entry('EipClaim z/z')?.phase).toBe('waiting')
  world.commit({ 'environments/z/v.yaml': vpc, 'environments/a/c.yaml': documents(vpc, eip('a')) })
  expect(world.entry('EipClaim z/z')?.address).toBe('198.51.100.20')
  expect(world.said).toContain('error pool/full')
})

test('a full pool is told with its numbers, and who comes first gets what there is', () => {
  const { report } = ask({ base: small, head: { [file]: documents(vpc, eips(4)) } })
  expect(said(report)).toEqual(['error pool/full', 'error pool/full'])
  const messages = report.findings.map(({ message }) => message)
  const full = 'gets no address: pool "ext-a" is full: 3 addresses, 3 in use, 0 free'
  expect(messages).toEqual([
    `the egress address of VpcClaim "main" (claim "external") ${full}`,
    `claim "eip-03" ${full}`,
  ])
  expect(addresses(report)).toEqual({
    'nova-dev/eip-00': '198.51.100.20',
    'nova-dev/eip-01': '198.51.100.21',
    'nova-dev/eip-02': '198.51.100.22',
  })
  expect(report.capacity).toEqual([
    { pool: 'ext-a', family: 'IPv4', size: '3', used: '3', free: '0', tombstoned: '0' },
  ])
})

test('released addresses are counted apart in a full pool', () => {
  const world = World.of({ ...small, [file]: documents(vpc, eip('a'), eip('b')) })
  world.commit({ [file]: documents(vpc, eip('a')) })
  const { report } = world.check({ 'environments/nova-dev/d.yaml': eip('d') })
  expect(only(report, 'pool/full').message).toBe(
    'claim "d" gets no address: pool "ext-a" is full: 3 addresses, 2 in use, 1 released and not yet proven gone, 0 free',
  )
  expect(report.capacity).toContainEqual({
    pool: 'ext-a',
    family: 'IPv4',
    size: '3',
    used: '2',
    free: '0',
    tombstoned: '1',
  })
})

test('what is refused for want of an address shows how full the pool is', () => {
  const world = World.of({ ...small, [file]: documents(vpc, eip('a'), eip('b')) })
  const { report } = world.check({ 'environments/late/c.yaml': vpc })
  expect(said(report)).toEqual(['error pool/full'])
  expect(report.capacity.map(({ pool }) => pool)).toEqual(['ext-a'])
})

test('a rejected claim gets an address when the pool has grown', () => {
  const world = World.of({ ...small, [file]: documents(vpc, eips(3)) })
  expect(world.entry('EipClaim nova-dev/external')).toBeUndefined()
  world.commit({ 'platform/kmetal.yaml': platformFile() })
  expect(world.entry('EipClaim nova-dev/external')?.phase).toBe('held')
  expect(world.objects).toContain('Vpc nova-dev')
})
