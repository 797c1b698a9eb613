import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayText, instantText } from '../../lib/domain/date-text.ts'
import { holdingsIn } from '../../lib/pipeline/history/holdings.ts'
import { pullRequestOf } from '../../lib/pipeline/history/pull-request.ts'
import type { StateStep } from '../../lib/pipeline/history/state-step.ts'
import { type Tenure, Tenures } from '../../lib/pipeline/history/tenures.ts'

const PATH = 'allocations/pools/ext-a/198.51.100.0.yaml'

type Part = Readonly<Record<string, { readonly holder: string; readonly leaving: boolean }>>

const part: fc.Arbitrary<Part> = fc.dictionary(
  fc.constantFrom('198.51.100.7', '198.51.100.8', '198.51.100.9'),
  fc.record({
    holder: fc.constantFrom('EipClaim a/web', 'EipClaim a/api', 'EipClaim b/web'),
    leaving: fc.boolean(),
  }),
)

const step = (n: number): StateStep => ({
  commit: `${n}`,
  source: `${n}`,
  occasion: 'commit',
  seconds: n,
})

function textOf(held: Part): string {
  const lines = (wanted: boolean) => {
    const rows = Object.entries(held).filter(([, { leaving }]) => leaving === wanted)
    const texts = rows.map(([address, { holder }]) => `\n  "${address}": ${holder}`)
    return texts.length === 0 ? ' {}' : texts.join('')
  }
  return `held:${lines(false)}\nleaving:${lines(true)}\n`
}

function tenuresOf(parts: readonly Part[]): readonly Tenure[] {
  const tenures = new Tenures()
  parts.forEach((held, n) => {
    const holdings = Object.keys(held).length === 0 ? [] : holdingsIn(PATH, textOf(held))
    tenures.add({ step: step(n), path: PATH, holdings })
  })
  return [...tenures.current(), ...tenures.former()]
}

/** What the tenures say was so after one commit. */
function asOf(tenures: readonly Tenure[], n: number): Part {
  const then = tenures.flatMap(({ range = '', holder, spans, until }) => {
    const span = spans.findLast(({ from }) => from.seconds <= n)
    if (span === undefined || (until !== undefined && until.seconds <= n)) return []
    return [[range, { holder, leaving: span.phase === 'leaving' }] as const]
  })
  return Object.fromEntries(then)
}

describe('tenures', () => {
  test('tell at every commit just what the file said', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const tenures = tenuresOf(parts)
        parts.forEach((held, n) => expect(asOf(tenures, n)).toEqual(held))
      }),
    )
  })
  test('never give one address two holders at a time, and never end before they begin', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const tenures = tenuresOf(parts)
        for (const { spans, until } of tenures)
          expect(spans.at(-1)?.from.seconds).toBeLessThan(until?.seconds ?? Infinity)
        for (const [, ofAddress] of Map.groupBy(tenures, ({ range }) => range)) {
          const sorted = ofAddress.toSorted((a, b) => start(a) - start(b))
          sorted.slice(1).forEach((tenure, n) => {
            expect(sorted[n]?.until?.seconds).toBeLessThanOrEqual(start(tenure))
          })
        }
      }),
    )
  })
  test('go on over a version that nobody can read', () => {
    const tenures = new Tenures()
    const holdings = holdingsIn(
      PATH,
      textOf({ '198.51.100.7': { holder: 'EipClaim a/web', leaving: false } }),
    )
    tenures.add({ step: step(1), path: PATH, holdings })
    tenures.add({ step: step(2), path: PATH, holdings: holdingsIn(PATH, 'held: [') })
    tenures.add({ step: step(3), path: PATH, holdings })
    expect(tenures.former()).toEqual([])
    expect(tenures.current().map(({ spans }) => spans.map(({ from }) => from.commit))).toEqual([
      ['1'],
    ])
  })
})

function start({ spans }: Tenure): number {
  return spans[0]?.from.seconds ?? 0
}

describe('pullRequestOf', () => {
  test.each([
    ['Merge pull request #12 from acme/shop\n\nOpen a shop\n\nmore', 12, 'Open a shop'],
    ['Merge pull request #12 from acme/shop', 12, 'Merge pull request #12 from acme/shop'],
    ['Open a shop (#13)\n\nbody', 13, 'Open a shop'],
    [
      "Merge pull request 'Open a shop' (#14) from shop into main\n\nReviewed-on: https://git.example.com/acme/claims/pulls/14",
      14,
      'Open a shop',
    ],
    [
      'Open a shop\n\nReviewed-on: https://git.example.com/acme/claims/pulls/15\nReviewed-by: Ada <ada@example.com>',
      15,
      'Open a shop',
    ],
  ])('%j', (message, number, title) => {
    expect(pullRequestOf(message)).toEqual({ number, title })
  })
  test.each([
    'Open a shop',
    'Fix #12 at last',
    '(#12)',
    '',
    'Merge pull request #1234567890 from a',
    'x\n\nsee (#12)',
  ])('knows none of %j', (message) => {
    expect(pullRequestOf(message)).toBeUndefined()
  })
})

test('dates are those of the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
      const iso = new Date(seconds * 1_000).toISOString()
      expect(instantText(seconds)).toBe(`${iso.slice(0, 19)}Z`)
      expect(dayText(seconds)).toBe(iso.slice(0, 10))
    }),
  )
})
