import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { ClaimsHistory, eip, type Files, without } from './claims-history.ts'

const scratch = scratchFolder()
const ADDRESS = '198.51.100.40'

/** A Service that uses an address which no claim explains. */
const stranger = `apiVersion: v1
kind: Namespace
metadata: {name: kube-system, uid: 11111111-2222-3333-4444-555555555555}
---
apiVersion: v1
kind: Service
metadata: {name: foreign, namespace: elsewhere}
spec: {type: LoadBalancer}
status: {loadBalancer: {ingress: [{ip: 198.51.100.50}]}}
`

const day = (of: string) => ({ day: of })
let history: ClaimsHistory
/** Commits by what they are. */
let ids: Record<string, string>

/** shop holds the address until March, mail from May on; the state of each step is remembered. */
beforeAll(async () => {
  history = await ClaimsHistory.begin(join(scratch, 'claims'))
  const shop = eip('example', 'shop', ADDRESS)
  ids = { begin: history.id() }
  ids['shop'] = history.merge(shop, { number: 12, title: 'Open a shop', when: day('02-01') })
  await history.out('allocate')
  ids['shopState'] = history.id()
  ids['closed'] = history.commit(without(shop), 'Close the shop (#13)', day('03-01'))
  await history.out('allocate')
  ids['closedState'] = history.id()
  await history.out('allocate', '--never-applied')
  ids['freeState'] = history.id()
  ids['mail'] = history.commit(eip('example', 'mail', ADDRESS), 'Mail (#14)', day('05-01'))
  await history.out('allocate')
  ids['mailState'] = history.id()
  history.observe(stranger, day('06-01'))
  await history.out('allocate')
})

async function ask(...args: readonly string[]) {
  return JSON.parse(await history.out('who', ...args, '--format', 'json')) as {
    state: string
    current: { claim: string; history: { phase: string }[] }[]
    former: { claim: string }[]
    seen: unknown[]
  }
}

describe('netclaim who ADDRESS', () => {
  test('tells holder, pool, origin, since when, by whom, and who had it before', async () => {
    const { current, former, state } = await ask(ADDRESS)
    expect(state).toBe(history.id())
    expect(current).toEqual([
      {
        claim: 'EipClaim example/mail',
        environment: 'example',
        holds: ADDRESS,
        pool: 'ext-a',
        origin: 'pinned',
        history: [
          {
            phase: 'held',
            date: '2026-05-01T10:00:00Z',
            main: ids['mail'],
            state: ids['mailState'],
            occasion: 'commit',
            by: {
              subject: 'Mail (#14)',
              author: 'ada',
              email: 'ada@example.com',
              pullRequest: { number: 14, title: 'Mail' },
            },
          },
        ],
      },
    ])
    expect(former).toEqual([
      {
        claim: 'EipClaim example/shop',
        environment: 'example',
        holds: ADDRESS,
        pool: 'ext-a',
        origin: 'pinned',
        history: [
          {
            phase: 'held',
            date: '2026-02-01T10:00:00Z',
            main: ids['shop'],
            state: ids['shopState'],
            occasion: 'commit',
            by: {
              subject: 'Merge pull request #12 from acme/change-12',
              author: 'ada',
              email: 'ada@example.com',
              pullRequest: { number: 12, title: 'Open a shop' },
              writtenBy: { author: 'bob', email: 'bob@example.com' },
            },
          },
          expect.objectContaining({
            phase: 'leaving',
            date: '2026-03-01T10:00:00Z',
            main: ids['closed'],
            state: ids['closedState'],
          }),
        ],
        until: expect.objectContaining({
          state: ids['freeState'],
          occasion: 'never-applied',
        }) as unknown,
      },
    ])
  })
  test('is a story that a person can read', async () => {
    const out = await history.out('who', ADDRESS)
    expect(out.replaceAll(/[0-9a-f]{12}/g, 'ID')).toBe(`\
${ADDRESS}  EipClaim example/mail  ext-a  pinned
  held  2026-05-01 10:00  ID -> ID  #14 Mail, by ada <ada@example.com>

Before
${ADDRESS}  EipClaim example/shop  ext-a  pinned
  held      2026-02-01 10:00  ID -> ID  #12 Open a shop, by ada <ada@example.com>, written by bob <bob@example.com>
  released  2026-03-01 10:00  ID -> ID  #13 Close the shop, by ada <ada@example.com>
  free      2026-03-01 10:00  ID -> ID  by --never-applied
`)
  })
  test.each([
    ['the end of a day', () => '2026-02-01', ['EipClaim example/shop']],
    ['an instant before it', () => '2026-02-01T09:59:59Z', []],
    ['a commit of main', () => ids['shop'] ?? '', ['EipClaim example/shop']],
    ['a commit of the state', () => ids['freeState'] ?? '', []],
    ['a branch', () => 'main', ['EipClaim example/mail']],
  ])('as it was at %s', async (_, at, holders) => {
    const { current } = await ask(ADDRESS, '--at', at())
    expect(current.map(({ claim }) => claim)).toEqual(holders)
  })
  test.each([
    ['2025-12-31', 'there was no state yet at "2025-12-31"'],
    ['2026-13-01', '"2026-13-01" is no date'],
    ['nothing', '"nothing" names no commit'],
  ])('cannot tell of %s', async (at, message) => {
    const { code, err } = await history.run('who', ADDRESS, '--at', at)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
  test('names a foreign holder that a cluster reported', async () => {
    expect(await history.out('who', '198.51.100.50')).toBe(
      'Seen by the cluster\n  198.51.100.50  Service elsewhere/foreign  no claim explains it\n',
    )
    expect((await ask('198.51.100.50', '--at', ids['mailState'] ?? '')).seen).toEqual([])
  })
  test.each([
    ['198.51.100.30', 'it is free in pool ext-a'],
    ['198.51.100.1', 'pool ext-a does not give it'],
    ['192.0.2.10', 'it is free in pool tenant-cp-pool'],
    ['8.8.8.8', 'it is in no pool'],
  ])('that nobody has says what %s is', async (address, what) => {
    expect(await history.out('who', address)).toBe(`nobody has ${address}: ${what}\n`)
  })
})

describe('netclaim who CIDR', () => {
  test('tells every holder in it by address, and what is foreign', async () => {
    const { current, former, seen } = await ask('198.51.100.0/24')
    expect(current.map(({ claim }) => claim)).toEqual([
      'EipClaim example/external',
      'EipClaim example/web',
      'EipClaim example/mail',
    ])
    expect(former.map(({ claim }) => claim)).toEqual(['EipClaim example/shop'])
    expect(seen).toEqual([
      { address: '198.51.100.50', holder: 'Service elsewhere/foreign', foreign: true },
    ])
  })
  test('of several parts looks through those that are there', async () => {
    const { current } = await ask('198.0.0.0/8')
    expect(current).toHaveLength(3)
    expect((await ask('203.0.112.0/22')).current).toEqual([])
  })
  test('finds the subnet that has it, also of an environment that is gone', async () => {
    const own = await ClaimsHistory.begin(join(scratch, 'gone'))
    expect(await own.out('who', '10.200.0.7')).toMatch(/^10\.200\.0\.0\/24 {2}SubnetClaim example/)
    const files = gitIn(own.repo, 'ls-files', 'environments').split('\n')
    const gone = Object.fromEntries(files.map((path) => [path, undefined]))
    const names = ['VpcClaim example/main', 'SubnetClaim example/workers'].concat(
      ['external', 'web'].map((name) => `EipClaim example/${name}`),
    )
    own.commit({ ...gone, ...acknowledgements(names) }, 'Leave', day('02-01'))
    await own.run('allocate')
    await own.run('allocate', '--never-applied')
    expect(gitIn(own.repo, 'ls-tree', '--name-only', 'netclaim/state', 'allocations/')).toBe('')
    expect(await own.out('who', '10.200.0.0/16')).toMatch(
      /^nobody .*\n\nBefore\n10\.200\.0\.0\/24 {2}SubnetClaim example\/workers\n/,
    )
  })
})

describe('netclaim who, of what a living environment gave back', () => {
  const subnet = (cidr: string): Files => ({
    'environments/example/batch.yaml': `apiVersion: network.kmetal.io/v1alpha1
kind: SubnetClaim
metadata: {name: batch, namespace: example}
spec: {cidrBlock: "${cidr}", gateway: "${cidr.replace('.0/24', '.1')}"}
`,
  })

  test('tells the subnet, by an address and by a CIDR, also after another one of that name', async () => {
    const own = await ClaimsHistory.begin(join(scratch, 'gave-back'))
    const first = subnet('10.200.7.0/24')
    own.commit(first, 'Batch (#31)', day('02-01'))
    await own.out('allocate')
    own.commit(without(first), 'No batch (#32)', day('03-01'))
    await own.run('allocate')
    await own.out('allocate', '--never-applied')
    const story = /Before\n10\.200\.7\.0\/24 {2}SubnetClaim example\/batch\n {2}held .*#31 Batch/
    expect(await own.out('who', '10.200.7.9')).toMatch(story)
    own.commit(subnet('10.200.8.0/24'), 'Batch again (#33)', day('04-01'))
    await own.out('allocate')
    expect(await own.out('who', '10.200.7.9')).toMatch(story)
    expect(await own.out('who', '10.200.7.0/24')).toMatch(story)
    expect(await own.out('who', '10.200.7.9', '--at', '2026-02-15')).toMatch(
      /^10\.200\.7\.0\/24 {2}SubnetClaim example\/batch\n/,
    )
    expect(await own.out('who', '10.200.9.9')).toBe('nobody has 10.200.9.9: it is in no pool\n')
  })
})

test('netclaim who of what nobody has, and not everybody may have', async () => {
  const own = await ClaimsHistory.begin(join(scratch, 'kept'), {
    'netclaim.yaml': 'proof: api\nreuse: {after: 7d}\n',
    'platform/reservations.yaml': `apiVersion: netclaim.dev/v1alpha1
kind: Reservation
metadata: {name: partners}
spec:
  pool: ext-a
  addresses: [198.51.100.40..198.51.100.49]
  environment: example
  reason: in their firewalls
`,
  })
  const kept =
    'is kept for environment "example" in pool ext-a by Reservation partners: in their firewalls'
  expect(await own.out('who', '198.51.100.42')).toBe(`nobody has 198.51.100.42: it ${kept}\n`)
  expect(await own.out('who', '198.51.100.50')).toBe(
    'nobody has 198.51.100.50: it is free in pool ext-a\n',
  )
  const claims = {
    ...eip('example', 'shop', '198.51.100.42'),
    ...eip('example', 'mail', '198.51.100.60'),
  }
  own.commit(claims, 'Two (#2)', day('02-01'))
  await own.out('allocate')
  own.commit(without(claims), 'None (#3)', day('03-01'))
  await own.run('allocate')
  await own.out('allocate', '--never-applied')
  const rests = (name: string) =>
    `rests in pool ext-a since 2026-03-01 10:00, when it was proven gone from EipClaim example/${name}`
  expect(await own.out('who', '198.51.100.60')).toMatch(
    new RegExp(`^nobody has 198\\.51\\.100\\.60: it ${rests('mail')}\n\nBefore\n`),
  )
  expect(await own.out('who', '198.51.100.42')).toMatch(
    new RegExp(`^nobody has 198\\.51\\.100\\.42: it ${rests('shop')}, and ${kept}\n`),
  )
  const { pools } = JSON.parse(await own.out('who', '198.51.100.42', '--format', 'json')) as {
    pools: unknown
  }
  expect(pools).toEqual([
    {
      pool: 'ext-a',
      gives: true,
      keptBy: { reservation: 'partners', environment: 'example', reason: 'in their firewalls' },
      rests: { since: '2026-03-01T10:00:00Z', claim: 'EipClaim example/shop' },
    },
  ])
})

describe('netclaim who CLAIM', () => {
  test('tells its whole history', async () => {
    const { current, former } = await ask('EipClaim example/shop')
    expect(current).toEqual([])
    expect(former.map(({ claim }) => claim)).toEqual(['EipClaim example/shop'])
    expect(await history.out('who', 'example/web')).toMatch(/^198\.51\.100\.21 {2}EipClaim/)
    expect(await history.out('who', 'EipClaim', 'example/web')).toContain('allocated')
  })
  test('is asked for by its name alone where no other environment has one that is called so', async () => {
    const own = await ClaimsHistory.begin(join(scratch, 'named'))
    const whole = await own.out('who', 'EipClaim example/web')
    for (const words of [['web'], ['EipClaim', 'web'], ['EipClaim web']])
      expect(await own.out('who', ...words)).toBe(whole)
    own.commit(eip('other', 'web'), 'Another (#2)', day('02-01'))
    await own.run('allocate')
    const { code, err } = await own.run('who', 'web')
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        '"web" is the name of several claims: EipClaim example/web, EipClaim other/web\n',
      ),
    ])
    expect(await own.out('who', 'other/web')).toContain('EipClaim other/web')
  })
  test('names the rule that a rejected one breaks', async () => {
    const own = await ClaimsHistory.begin(join(scratch, 'rejected'))
    own.commit(eip('example', 'bad', '198.51.100.1'), 'Ask for too much', day('02-01'))
    expect((await own.run('allocate')).code).toBe(1)
    expect(await own.out('who', 'EipClaim example/bad')).toMatch(
      /^EipClaim example\/bad {2}\[eip\/pin-[a-z-]+\]\n {2}rejected {2}2026-02-01/,
    )
  })
  test('that never was has nothing', async () => {
    expect(await history.out('who', 'EipClaim example/none')).toBe(
      'EipClaim example/none has nothing\n',
    )
  })
})

describe('netclaim who', () => {
  test('asks the branch of the remote where there is none here', async () => {
    gitIn(scratch, 'clone', '--quiet', history.repo, join(scratch, 'clone'))
    expect(await history.out('who', ADDRESS, '--repo', '../clone')).toBe(
      await history.out('who', ADDRESS),
    )
  })
  test('tells of a state that a person wrote', async () => {
    const own = await ClaimsHistory.begin(join(scratch, 'by-hand'))
    gitIn(own.repo, 'checkout', '--quiet', 'netclaim/state')
    const path = 'allocations/pools/ext-a/198.51.100.0.yaml'
    own.commit(
      { [path]: 'held:\n  "198.51.100.21": EipClaim example/mine\nleaving: {}\n' },
      'Mine',
      day('02-01'),
    )
    gitIn(own.repo, 'checkout', '--quiet', 'main')
    expect(await own.out('who', '198.51.100.21')).toMatch(
      /mine {2}ext-a\n {2}held .*- -> [0-9a-f]{12} {2}by hand: Mine, by ada <ada@example.com>/,
    )
  })
  test('refuses a shallow clone, whose history is cut', async () => {
    gitIn(scratch, 'clone', '-q', '--depth=1', `file://${history.repo}`, join(scratch, 'cut'))
    const { code, err } = await history.run('who', ADDRESS, '--repo', '../cut')
    expect(code).toBe(2)
    expect(err).toContain('--unshallow')
  })
  test.each([
    ['10.0.0.1/24', '"10.0.0.1/24"'],
    ['10.0.0.256', '"10.0.0.256"'],
    ['nothing', '"nothing" is the name of no claim'],
    ['KdcCluster web', 'is the name of no claim'],
    ['Web', 'is no address, no CIDR and no claim like'],
    ['EipClaim example/-', 'is no address'],
    ['a/b c d', 'is no address'],
  ])('does not understand %s', async (word, message) => {
    const { code, err } = await history.run('who', word)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

function acknowledgements(names: readonly string[]): Record<string, string> {
  const subjects = { everything: '*', vpc: 'example', environment: 'example', pool: 'ext-a' }
  return Object.fromEntries(
    Object.entries(subjects).map(([brake, subject]) => [
      `acknowledgements/${brake}.yaml`,
      `apiVersion: netclaim.dev/v1alpha1
kind: Acknowledgement
metadata: {name: ${brake}}
spec: {brake: ${brake}, subject: "${subject}", allows: [${names.join(', ')}], reason: leaving}
`,
    ]),
  )
}
