import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { emptyState } from '../../lib/domain/ledger/state.ts'
import { type LedgerRow, ledgerRows } from '../../lib/pipeline/export/ledger-rows.ts'
import { noPlatform } from '../../lib/pipeline/plan/platform-step.ts'
import { csvLine } from '../../lib/summary/csv.ts'
import { exportCsv, exportJson, netboxPrefixes } from '../../lib/summary/export-text.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { ClaimsHistory } from './claims-history.ts'

const scratch = scratchFolder()

async function begun(name: string): Promise<ClaimsHistory> {
  const history = await ClaimsHistory.begin(join(scratch, name), {
    'netclaim.yaml': 'reuse: {after: 7d}\n',
    'environments/example/more.yaml': `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata: {name: gone, namespace: example}
spec: {v4Ip: 198.51.100.40}
---
apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata: {name: refused, namespace: example}
spec: {v4Ip: 198.51.100.1}
`,
  })
  history.commit({ 'environments/example/more.yaml': undefined }, 'Less', { day: '02-01' })
  await history.run('allocate')
  await history.run('allocate', '--never-applied')
  history.commit({ 'environments/example/eip.yaml': undefined }, 'Less', { day: '02-02' })
  await history.run('allocate')
  return history
}

describe('netclaim export', () => {
  test('writes everything that the ledger has, sorted, as CSV', async () => {
    const history = await begun('csv')
    expect(
      await history.out('export', '--format', 'csv'),
    ).toBe(`environment,kind,claim,phase,is,value,pool,origin
example,EipClaim,external,held,address,198.51.100.20,ext-a,implicit
example,EipClaim,web,releasing,address,198.51.100.21,ext-a,allocated
example,SubnetClaim,workers,held,subnet,10.200.0.0/24,,
example,VpcClaim,main,held,nothing,,,
example,EipClaim,gone,resting,address,198.51.100.40,ext-a,
`)
  })

  test('as JSON, of the commits that it says', async () => {
    const history = await begun('json')
    const text = await history.out('export')
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    const { ledger, ...head } = JSON.parse(text) as { ledger: readonly unknown[] }
    expect(head).toEqual({ version: 1, state: history.id(), source: history.id('main') })
    expect(ledger).toHaveLength(5)
    expect(ledger[0]).toEqual({
      environment: 'example',
      kind: 'EipClaim',
      claim: 'external',
      phase: 'held',
      is: 'address',
      value: '198.51.100.20',
      pool: 'ext-a',
      origin: 'implicit',
    })
  })

  test('as NetBox imports addresses and prefixes', async () => {
    const history = await begun('netbox')
    expect(await history.out('export', '--format', 'netbox')).toBe(`address,status,role,description
198.51.100.20/24,active,,EipClaim example/external
198.51.100.21/24,deprecated,,EipClaim example/web
198.51.100.40/24,reserved,,EipClaim example/gone
`)
    expect(
      await history.out('export', '--format', 'netbox-prefixes'),
    ).toBe(`prefix,status,vrf,description
10.200.0.0/24,active,example,SubnetClaim example/workers
`)
  })

  test('as it was at a time, and twice the same', async () => {
    const history = await begun('then')
    const then = await history.out('export', '--format', 'csv', '--at', '2026-01-02')
    expect(then).toContain('example,EipClaim,web,held,address,198.51.100.21,ext-a,allocated\n')
    expect(then).toContain('example,EipClaim,refused,rejected,nothing,,,\n')
    expect(await history.out('export', '--format', 'csv', '--at', '2026-01-02')).toBe(then)
  })

  test('knows its formats', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'formats'))
    const { code, err } = await history.run('export', '--format', 'xml')
    expect(code).toBe(2)
    expect(err).toContain('export knows no format "xml", but json, csv, netbox, netbox-prefixes')
    expect((await history.run('export', '--format', 'constructor')).code).toBe(2)
  })
})

describe('a cell of CSV', () => {
  test.each([
    ['=1+2', "'=1+2"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['="a,b"', '"\'=""a,b"""'],
    ['a-b=c', 'a-b=c'],
  ])('%j is %j', (value, cell) => {
    expect(csvLine([value, undefined])).toBe(`${cell},\n`)
  })
})

test('a subnet of two families, VIP blocks and a ledger without any', () => {
  const subnet = {
    kind: 'SubnetClaim',
    name: 's',
    phase: 'held',
    spec: { cidrBlock: '10.0.0.0/24,fd00::/64' },
  }
  const cluster = {
    kind: 'KdcCluster',
    name: 'solar',
    phase: 'held',
    spec: {},
    blocks: [{ ordinal: 1, cidr: '10.242.0.0/28', phase: 'Bound' }],
  }
  const entries = [subnet, cluster] as unknown as readonly Entry[]
  const book = new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
  const state = { ...emptyState, books: new Map([['a', book]]) }
  expect([...netboxPrefixes(ledgerRows(state, noPlatform))]).toEqual([
    'prefix,status,vrf,description\n',
    '10.242.0.0/28,active,a,KdcCluster a/solar\n',
    '10.0.0.0/24,active,a,SubnetClaim a/s\n',
    'fd00::/64,active,a,SubnetClaim a/s\n',
  ])
  const none = [...exportJson([], { state: 'x', source: 'y' })].join('')
  expect(JSON.parse(none)).toEqual({ version: 1, state: 'x', source: 'y', ledger: [] })
})

test('no more than a row is held at once', () => {
  let made = 0
  function* rows(): Generator<LedgerRow> {
    for (;;) {
      made += 1
      yield { environment: 'a', kind: 'EipClaim', claim: 'x', phase: 'held', is: 'nothing' }
    }
  }
  const lines = exportCsv(rows())
  for (let n = 0; n < 10; n += 1) lines.next()
  expect(made).toBe(9)
})
