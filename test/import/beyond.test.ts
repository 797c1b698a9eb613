import { expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { treeOf } from '../../lib/pipeline/import/files.ts'
import type { Imported } from '../../lib/pipeline/import/import-objects.ts'
import { stateFiles } from '../../lib/pipeline/import/state-files.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { claim } from '../plan/files.ts'
import { engine } from '../plan/world.ts'
import { eip, importWith, subnet, vpc } from './by-hand.ts'
import { object } from './live-of.ts'

/** More than is read of one environment. */
const MANY = 6_000
const wide = subnet('outside', {
  vpc: 'ovn-cluster',
  vlan: 'vlan7',
  cidrBlock: '198.18.0.0/15',
  gateway: '198.18.0.1',
  excludeIps: ['198.18.0.1'],
})
const port = (name: string, v4Ip: string) => eip(`${name}-outside`, v4Ip, { type: 'lrp' })
const neighbour = [object('v1', 'Namespace', 'other'), vpc('other'), port('other', '198.19.255.1')]
const addressOf = (n: number) => `198.18.${1 + (n >> 8)}.${n & 255}`
const eips = Array.from({ length: MANY }, (_, n) => eip(`photon-prod-e${n}`, addressOf(n)))
const changes = {
  segment: wide,
  port: port('photon-prod', '198.18.0.20'),
  web: undefined,
  quota: undefined,
}

/** The plan after an import, with more claims on main. */
function plannedWith({ files, state, facts }: Imported, more: Readonly<Record<string, string>>) {
  return planCommit({
    engine,
    facts,
    head: treeOf(new Map([...files, ...Object.entries(more)])),
    state: stateFiles(state),
    source: '1'.repeat(40),
  })
}

test('of an environment of 6,000 addresses nine tenths of what is read of one are claims, and the rest is told one by one', () => {
  const imported = importWith(changes, eips)
  expect(imported.claims).toHaveLength(4_500)
  const told = imported.findings.filter(({ rule }) => rule === 'import/too-many')
  // The Vpc, its port and its subnet are claims as well.
  expect(told).toHaveLength(MANY + 3 - 4_500)
  expect(told[0]).toMatchObject({
    severity: 'warning',
    message: `${told[0]?.object}: environment "photon-prod" would have 6003 claims, of which 4500 are imported, since at most 5000 documents of one are read`,
  })
  const names = imported.claims.map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual([
    'VpcClaim photon-prod/main',
    'EipClaim photon-prod/external',
    'SubnetClaim photon-prod/lan',
  ])
})

test('new claims find room in such an environment, and get nothing that one of its objects has, nor do those of others', () => {
  const imported = importWith(changes, [...eips, ...neighbour])
  const anew = Array.from({ length: 200 }, (_, n) => claim('EipClaim', `new-${n}`)).join('---\n')
  const { tree, findings } = plannedWith(imported, {
    'environments/photon-prod/new.yaml': anew,
    'environments/other/new.yaml': anew,
  })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const { value, findings: odd } = readState(tree, 'whole')
  expect(odd).toEqual([])
  const held = [...value.books.values()].flatMap((book) => [...book.values()])
  const given = held.filter(({ name }) => name.startsWith('new-'))
  expect(given.filter(({ phase }) => phase === 'held')).toHaveLength(400)
  const had = new Set([...Array(MANY).keys()].map(addressOf))
  expect(given.filter(({ address = '' }) => had.has(address))).toEqual([])
})

test('a block of a Subnet that is too many is given to no other', () => {
  const many = Array.from({ length: 5_000 }, (_, n) =>
    subnet(`photon-prod-n${n}`, {
      vpc: 'photon-prod',
      cidrBlock: `10.${2 + (n >> 8)}.${n & 255}.0/24`,
    }),
  )
  const imported = importWith({}, many)
  expect(imported.claims).toHaveLength(4_500)
  const isBeyond = ({ rule, object = '' }: Finding) =>
    rule === 'import/too-many' && object.startsWith('Subnet ')
  const name = imported.findings.find(isBeyond)?.object?.slice('Subnet '.length)
  const block = many.find(({ metadata }) => metadata.name === name)?.['spec']
  const { cidrBlock } = block as { readonly cidrBlock: string }
  const { findings } = plannedWith(imported, {
    'environments/photon-prod/new.yaml': claim('SubnetClaim', 'new', `{cidrBlock: ${cidrBlock}}`),
  })
  const errors = findings.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ message }) => message)).toEqual([
    `cidrBlock "${cidrBlock}" overlaps Subnet "${name}" (${cidrBlock}) in the VPC of "photon-prod", which no claim explains, as facts show`,
  ])
})
