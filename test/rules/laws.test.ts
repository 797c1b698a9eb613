import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { type Cidr, hosts, parseCidr } from '../../lib/domain/net/cidr.ts'
import {
  formatRange,
  type Range,
  rangeContains,
  rangesOverlap,
} from '../../lib/domain/net/range.ts'
import { rangeSet, setContains, subtract } from '../../lib/domain/net/range-set.ts'
import type { ProviderSubnet } from '../../lib/domain/platform.ts'
import { pinProblems } from '../../lib/domain/rules/eip-pin.ts'
import { checkPlatform } from '../../lib/domain/rules/platform-checks.ts'
import { eipClaim, kmetal, settings } from './samples.ts'

const context = { settings, facts: { ...noFacts, nodes: [{ name: 'n', address: '10.0.0.7' }] } }

/** A range within 10.0.0.0/26, so that several of them meet often. */
const range: fc.Arbitrary<Range> = fc
  .tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 9 }))
  .map(([start, length]) => {
    const first = 0x0a00_0000n + BigInt(start)
    return { family: 'IPv4', first, last: first + BigInt(length) }
  })

const names = `providerNetworks name interface vlanID subnets cidrBlock gateway excludeIPs
  loadBalancer management addresses extraBlockedEgressCIDRs defaultProviderSubnet`
const field = fc.constantFrom(...names.split(/\s+/))
const text = fc.constantFrom(
  '10.0.0.0/24',
  '10.0.0.7',
  '10.0.0.1..10.0.0.9',
  '::/0',
  'ext-a',
  '',
  'bond0.5',
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    text,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string()),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(field, tie('tree'), { maxKeys: 5 }),
  ),
}))

test('whatever stands below spec.networking, each finding has a place and a message', () => {
  fc.assert(
    fc.property(fc.dictionary(field, tree), (networking) => {
      const document = kmetal(JSON.stringify({ x: 1, ...networking }))
      for (const { at, message, object } of checkPlatform({ document }, context)) {
        expect(at?.line).toBeGreaterThan(0)
        expect(message).not.toBe('')
        expect(object).toBe('KMetal platform')
      }
    }),
  )
})

test('pools overlap exactly where two of their ranges do', () => {
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 6 }),
      fc.array(range, { maxLength: 6 }),
      (one, two) => {
        const list = (ranges: readonly Range[]) => ranges.map((each) => formatRange(each, '-'))
        const document = kmetal(
          JSON.stringify({
            loadBalancer: {
              tenantControlPlanes: { addresses: list(one) },
              management: { addresses: list(two) },
            },
          }),
        )
        const all = [...one, ...two]
        const overlaps = all.some((a, at) => all.slice(at + 1).some((b) => rangesOverlap(a, b)))
        const rules = checkPlatform({ document }, context).map(({ rule }) => rule)
        expect(rules.includes('pool/overlap')).toBe(overlaps)
      },
    ),
  )
})

test('a pin has no problem exactly where the provider subnet can give the address', () => {
  const cidr = parseCidr('10.0.0.0/26') as Cidr
  const gateway = cidr.first + 1n
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 4 }),
      fc.integer({ min: 0, max: 80 }),
      (excludes, at) => {
        const excluded = rangeSet([...excludes, { family: 'IPv4', first: gateway, last: gateway }])
        const usable = subtract(rangeSet([hosts(cidr)]), excluded)
        const subnet: ProviderSubnet = { name: 's', network: 'n', cidr, gateway, excluded, usable }
        const problems = pinProblems(eipClaim('p', `v4Ip: 10.0.0.${at}`), subnet)
        const pin = { family: 'IPv4' as const, value: cidr.first + BigInt(at) }
        expect(problems.length === 0).toBe(setContains(usable, pin))
        const isOutside = problems.some(({ rule }) => rule === 'eip/pin-outside')
        expect(isOutside).toBe(!rangeContains(cidr, pin))
      },
    ),
  )
})
