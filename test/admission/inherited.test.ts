import { expect, test } from 'vitest'
import { check } from '../../lib/pipeline/check.ts'
import { documents, type Files, platformFile } from '../plan/files.ts'
import { engine } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { ask, closedVpc, eip, only, said, subnet, vpc } from './ask.ts'

const file = 'environments/photon-prod/c.yaml'
const other = { 'environments/nova-dev/c.yaml': closedVpc }
const first = subnet('a', '10.0.0.0/24')
const second = subnet('b', '10.0.0.0/25')
const broken = { [file]: documents(closedVpc, first, second) }

test('an error that stands in the base is information, and refuses nothing', () => {
  const { report } = ask({ base: broken, head: other })
  expect(only(report, 'subnet/overlap').severity).toBe('info')
  expect(report.verdict).toBe('accept')
})

test.each([
  [
    'the one at fault',
    documents(closedVpc, first, subnet('b', '10.0.0.0/25', ', enableSnatRule: false')),
  ],
  [
    'the other party',
    documents(closedVpc, subnet('a', '10.0.0.0/24', ', gateway: 10.0.0.9'), second),
  ],
])('it is an error again where the change touches %s', (_, next) => {
  const { report } = ask({ base: broken, head: { [file]: next } })
  expect(said(report)).toContain('error subnet/overlap')
})

test('a comment, a further document or another file name touches no claim', () => {
  const commented = `# said before\n${documents(closedVpc, first, second, subnet('c', '10.0.9.0/24'))}`
  expect(said(ask({ base: broken, head: { [file]: commented } }).report)).toEqual([])
  const renamed = check({
    base: treeOf({ 'platform/kmetal.yaml': platformFile(), ...broken }),
    head: treeOf({
      'platform/kmetal.yaml': platformFile(),
      'environments/photon-prod/deep/moved.yaml': documents(closedVpc, first, second),
    }),
    engine,
  }).report
  expect(said(renamed)).toEqual([])
  expect(renamed.changes).toEqual([])
})

test('another value of the same field is another error', () => {
  const { report } = ask({
    base: broken,
    head: { [file]: documents(closedVpc, first, subnet('b', '10.0.0.0/26')) },
  })
  expect(only(report, 'subnet/overlap')).toMatchObject({ severity: 'error', value: '10.0.0.0/26' })
})

test('a third claim that comes in is the one that is told', () => {
  const { report } = ask({
    base: broken,
    head: { 'environments/photon-prod/d.yaml': subnet('d', '10.0.0.0/28') },
  })
  const overlaps = report.findings.filter(({ rule }) => rule === 'subnet/overlap')
  const told = overlaps.map(({ severity, object }) => `${severity} ${object}`)
  expect(told).toEqual(['info SubnetClaim photon-prod/b', 'error SubnetClaim photon-prod/d'])
})

test('a warning that stands in the base is information, too', () => {
  const waiting = { [file]: eip('web') }
  const { report } = ask({ base: waiting, head: other })
  expect(only(report, 'claim/waiting-for-vpc').severity).toBe('info')
  expect(report.verdict).toBe('accept')
  const more = ask({ base: waiting, head: { [file]: documents(eip('web'), eip('more')) } }).report
  expect(said(more)).toEqual(['warning claim/waiting-for-vpc'])
})

const unknown = `apiVersion: v1
kind: Secret
metadata: {name: s, namespace: photon-prod}
`

test('what is no claim at all is told again where its file is touched', () => {
  const base = { [file]: documents(unknown, closedVpc) }
  expect(said(ask({ base, head: other }).report)).toEqual([])
  const { report } = ask({ base, head: { [file]: documents(unknown, closedVpc, '# touched\n') } })
  expect(said(report, ['error'])).toEqual(['error placement/unknown-kind'])
})

test("a fault in the operators' part is told again where its file is touched", () => {
  const tenant = 'platform/tenants/photon-prod.yaml'
  const quota = (more: string) => `apiVersion: v1
kind: ResourceQuota
metadata: {name: q, namespace: photon-prod}
spec: {hard: {count/eipclaims.network.kmetal.io: many${more}}}
`
  const base = { [tenant]: quota('') }
  expect(said(ask({ base, head: other }).report, ['error'])).toEqual([])
  const { report } = ask({ base, head: { [tenant]: quota(', pods: "3"') } })
  expect(said(report, ['error'])).toEqual(['error field/value'])
})

test('a platform fault is told again where the platform is touched, and only there', () => {
  const kmetal = 'platform/kmetal.yaml'
  const faulty = platformFile().replace('172.21.208.250', '172.21.208.250, 172.21.208.100')
  const base = { [kmetal]: faulty }
  expect(said(ask({ base, head: other }).report)).toEqual([])
  const { report } = ask({
    base,
    head: { [kmetal]: `${faulty}# touched\n` },
  })
  expect(said(report)).toEqual(['error pool/overlap'])
})

test('a change that mends the fault is accepted', () => {
  const { report } = ask({
    base: broken,
    head: { [file]: documents(closedVpc, first, subnet('b', '10.0.1.0/25')) },
  })
  expect(said(report)).toEqual([])
})

test('a full pool that was full before is told of the one who comes', () => {
  const kmetal = platformFile({ excludes: '[198.51.100.1..198.51.100.252]' })
  const base: Files = { 'platform/kmetal.yaml': kmetal, [file]: documents(vpc, eip('a'), eip('b')) }
  const again = ask({ base, head: other }).report
  expect(again.verdict).toBe('accept')
  const { report } = ask({ base, head: { 'environments/nova-dev/c.yaml': vpc } })
  expect(said(report)).toEqual(['error pool/full'])
  expect(
    only({ findings: report.findings.filter(({ severity }) => severity === 'error') }, 'pool/full')
      .object,
  ).toBe('VpcClaim nova-dev/main')
})
