import { formatRange, parseRange, type Range } from '../net/range.ts'
import { rangeSet } from '../net/range-set.ts'

/**
 * `spec.excludeIps` as Kube-OVN would write it: merged, the gateways among them, both families in
 * one list that is sorted as text. In any other form each later apply conflicts (observed.md A).
 */
export function excludeIps(excluded: readonly Range[], gateways: readonly Range[]): string[] {
  const { ranges } = rangeSet([...excluded, ...gateways])
  return ranges.map((range) => formatRange(range, '..')).sort()
}

/** Ranges of canonical text, `a` or `a..b`; what can be read as neither is our own bug. */
export function rangesOf(texts: readonly string[]): Range[] {
  return texts.map((text) => {
    const range = parseRange(text, '..')
    if (range === undefined) throw new Error(`"${text}" is no canonical range`)
    return range
  })
}
