import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLiveForm } from '../../lib/pipeline/sync/live-form.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'

const BASE = 256 * 7

/** Where one entry ends and the next begins, among 256 addresses. */
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { maxLength: 8 })
/** Which stretches between them are in the pool, and how each is written. */
const choices = fc.array(fc.record({ isIn: fc.boolean(), form: fc.nat(3) }), {
  minLength: 9,
  maxLength: 9,
})

function address(n: number): string {
  return `10.0.${Math.floor((BASE + n) / 256)}.${(BASE + n) % 256}`
}

/** The stretch as one entry, as one address each, or as the block that it is. */
function written(first: number, last: number, form: number): readonly string[] {
  const size = last - first + 1
  const isBlock = Number.isInteger(Math.log2(size)) && first % size === 0
  if (form === 1) return Array.from({ length: size }, (_, n) => `${address(first + n)}/32`)
  if (form === 2 && isBlock) return [`${address(first)}/${32 - Math.log2(size)}`]
  return [
    form === 3 ? `${address(first)} - ${address(last)}` : `${address(first)}-${address(last)}`,
  ]
}

function pool(addresses: readonly string[]): KubeObject {
  return {
    apiVersion: 'metallb.io/v1beta1',
    kind: 'IPAddressPool',
    metadata: { name: 'tenant-cp-pool', namespace: 'kmetal-metallb' },
    spec: { addresses, autoAssign: true },
  } as KubeObject
}

test('what is wanted takes the form of what is there where both are the same addresses, and no other', () => {
  fc.assert(
    fc.property(cuts, choices, choices, fc.boolean(), (at, one, other, isReversed) => {
      const edges = [0, ...at.toSorted((a, b) => a - b), 256]
      const stretches = edges
        .slice(0, -1)
        .map((first, n) => [first, (edges[n + 1] ?? 256) - 1] as const)
      const entries = (forms: typeof one, isIn: typeof one) =>
        stretches.flatMap(([first, last], n) =>
          isIn[n]?.isIn === true ? written(first, last, forms[n]?.form ?? 0) : [],
        )
      const wanted = pool(entries(one, one))
      const again = entries(other, one)
      const live = pool(isReversed ? again.toReversed() : again)
      expect(inLiveForm(wanted, live)).toEqual(live)
      const differs = stretches.some((_, n) => one[n]?.isIn !== other[n]?.isIn)
      const another = pool(entries(other, other))
      expect(inLiveForm(wanted, another)).toEqual(differs ? wanted : another)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['another kind', { ...pool([]), kind: 'Other' } as KubeObject, pool(['10.0.0.0/24'])],
  ['no list', pool(['10.0.0.0/24']), { ...pool([]), spec: { addresses: 'all' } } as KubeObject],
  ['no spec', pool(['10.0.0.0/24']), { ...pool([]), spec: null } as unknown as KubeObject],
  ['an entry that is none', pool(['10.0.0.0/24']), pool(['10.0.0.0/24', 'x'])],
  ['an address twice', pool(['10.0.0.0/24']), pool(['10.0.0.0/24', '10.0.0.1/32'])],
])('%s is left alone', (_, wanted, live) => {
  expect(inLiveForm(wanted, live)).toBe(wanted)
})
