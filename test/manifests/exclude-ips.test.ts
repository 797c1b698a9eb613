import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excludeIps, rangesOf } from '../../lib/domain/manifests/exclude-ips.ts'
import { rangeSet, setSize } from '../../lib/domain/net/range-set.ts'

function render(excluded: readonly string[], ...gateways: string[]): readonly string[] {
  return excludeIps(rangesOf(excluded), rangesOf(gateways))
}

test('the list is sorted as text, as Kube-OVN sorts it', () => {
  const written = ['10.51.0.9', '10.51.0.20..10.51.0.40', '10.51.0.100..10.51.0.110']
  expect(render(written, '10.51.0.1')).toEqual([
    '10.51.0.1',
    '10.51.0.100..10.51.0.110',
    '10.51.0.20..10.51.0.40',
    '10.51.0.9',
  ])
})

test.each([
  ['the gateway alone', [], ['10.0.0.1'], ['10.0.0.1']],
  ['a gateway that a range holds', ['10.0.0.1..10.0.0.9'], ['10.0.0.1'], ['10.0.0.1..10.0.0.9']],
  ['a gateway beside a range', ['10.0.0.2..10.0.0.9'], ['10.0.0.1'], ['10.0.0.1..10.0.0.9']],
  [
    'overlapping ranges',
    ['10.0.0.4..10.0.0.9', '10.0.0.6..10.0.0.12'],
    ['10.0.0.1'],
    ['10.0.0.1', '10.0.0.4..10.0.0.12'],
  ],
  [
    'both families',
    ['fd00::9', '10.0.0.9'],
    ['10.0.0.1', 'fd00::1'],
    ['10.0.0.1', '10.0.0.9', 'fd00::1', 'fd00::9'],
  ],
])('%s', (_, excluded, gateways, rendered) => {
  expect(render(excluded, ...gateways)).toEqual(rendered)
})

test('what is rendered holds the same addresses, sorted, and renders to itself', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  const range = fc.tuple(octet, octet).map(([a, b]) => {
    return `10.0.0.${Math.min(a, b)}${a === b ? '' : `..10.0.0.${Math.max(a, b)}`}`
  })
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (written) => {
      const rendered = render(written, '10.0.0.1')
      const size = setSize(rangeSet(rangesOf([...written, '10.0.0.1'])), 'IPv4')
      expect(setSize(rangeSet(rangesOf(rendered)), 'IPv4')).toBe(size)
      expect(rendered).toEqual([...rendered].sort())
      expect(render(rendered, '10.0.0.1')).toEqual(rendered)
    }),
  )
})
