import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Gauge, metricsText } from '../../lib/summary/metrics-text.ts'
import { checkMetrics, hasPromtool } from './promtool.ts'

describe('the text of metrics', () => {
  test('has a gauge after the other, sorted by labels', () => {
    const samples = [
      { labels: { pool: 'b' }, value: '2' },
      { labels: { pool: 'a', family: 'IPv4' }, value: '18446744073709551616' },
    ]
    const text = metricsText([
      { name: 'pools', help: 'Pools.', samples },
      { name: 'nothing', help: 'Not there.', samples: [] },
      { name: 'up', help: 'It runs.', samples: [{ labels: {}, value: '1' }] },
    ])
    expect(text).toBe(`# HELP pools Pools.
# TYPE pools gauge
pools{pool="a",family="IPv4"} 18446744073709551616
pools{pool="b"} 2
# HELP up It runs.
# TYPE up gauge
up 1
`)
  })

  test('keeps a label inside its quotes, whatever it holds', () => {
    const samples = [{ labels: { name: 'a"} 1\nb\\' }, value: '0' }]
    expect(metricsText([{ name: 'x', help: 'X.', samples }])).toContain(
      String.raw`x{name="a\"} 1\nb\\"} 0`,
    )
  })

  test.skipIf(!hasPromtool)('is read by Prometheus, whatever labels hold', () => {
    const sample = fc.record({
      labels: fc.record({ one: fc.string({ unit: 'binary' }), two: fc.string() }),
      value: fc.bigInt({ min: 0n, max: 2n ** 130n }).map(String),
    })
    const gauge: fc.Arbitrary<Gauge> = fc.record({
      name: fc.constant('netclaim_things'),
      help: fc.constant('Things.'),
      samples: fc.uniqueArray(sample, {
        maxLength: 20,
        selector: ({ labels }) => JSON.stringify(labels),
      }),
    })
    fc.assert(
      fc.property(gauge, (one) => {
        expect(checkMetrics(metricsText([one]))).toBe('')
      }),
      { numRuns: 30 },
    )
  })
})
