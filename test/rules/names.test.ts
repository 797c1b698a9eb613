import { describe, expect, test } from 'vitest'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { context, eipClaim, said, subnetClaim, vpcClaim } from './samples.ts'

const n40 = 'n'.repeat(40)
const block = 'cidrBlock: 10.30.0.0/24'

describe('joined names', () => {
  test('of 71 characters are refused with both parts', () => {
    const c30 = 'c'.repeat(30)
    expect(said(checkClaim(subnetClaim(block, c30, n40), context))).toEqual([
      `name/too-long 4: Subnet "${n40}-${c30}" of "${n40}" and "${c30}" has 71 characters, 63 are the most`,
    ])
    expect(said(checkClaim(eipClaim(c30, 'type: nat', n40), context))).toEqual([
      `name/too-long 4: OvnEip "${n40}-${c30}" of "${n40}" and "${c30}" has 71 characters, 63 are the most`,
    ])
  })

  test('of exactly 63 are fine', () => {
    const c22 = 'c'.repeat(22)
    expect(checkClaim(subnetClaim(block, c22, n40), context)).toEqual([])
    expect(checkClaim(eipClaim(c22, 'type: nat', n40), context)).toEqual([])
  })

  test('of the egress address count, too', () => {
    const n58 = 'n'.repeat(58)
    const rules = (namespace: string) =>
      checkClaim(vpcClaim('externalAccess: true', undefined, namespace), context).map(
        ({ rule }) => rule,
      )
    expect(rules(n58)).toEqual(['name/too-long'])
    expect(rules(n58.slice(1))).toEqual([])
  })
})

describe('names of Kube-OVN itself', () => {
  test.each([
    ['ovn', 'default'],
    ['ovn', 'cluster'],
    ['ovn-vpc', 'external-network'],
  ])('SubnetClaim %s/%s is refused', (namespace, name) => {
    expect(said(checkClaim(subnetClaim(block, name, namespace), context))).toEqual([
      `name/reserved 4: Subnet "${namespace}-${name}" has a name that Kube-OVN uses itself`,
    ])
  })

  test.each(['ovn-cluster', 'join', 'ovn-default', 'external'])(
    'VPC %s is refused',
    (namespace) => {
      const claim = vpcClaim('externalAccess: false', undefined, namespace)
      expect(said(checkClaim(claim, context))).toEqual([
        `name/reserved 5: Vpc "${namespace}" has a name that Kube-OVN uses itself`,
      ])
    },
  )
})

test('a digit in front only warns', () => {
  const findings = checkClaim(subnetClaim(block, 'a', '2024-prod'), context)
  expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['name/leading-digit', 'warning'],
  ])
})

test('the name of an attachment counts where it is derived', () => {
  const rules = (name: string, more = '') =>
    checkClaim(subnetClaim(block + more, name, 'a'), context).map(({ rule }) => rule)
  expect(rules('c'.repeat(59))).toEqual([])
  expect(rules('c'.repeat(60))).toEqual(['subnet/attachment-name'])
  expect(rules('c'.repeat(60), '\nattachment: {name: net}')).toEqual([])
})
