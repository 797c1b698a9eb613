import type { Document, Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { parseRange, type Range } from '../../domain/net/range.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { itemsAt } from '../../domain/rules/written.ts'

/** An entry of `excludeIPs` and where it stands. */
export interface Exclusion {
  readonly path: Path
  readonly range: Range
}

/** What the provider subnet at `path` excludes, as written; nothing for what is no provider subnet. */
export function exclusionsAt(document: Document, path: Path): readonly Exclusion[] {
  return itemsAt(document, [...path, 'excludeIPs']).flatMap((item) => {
    const range = typeof item.value === 'string' ? parseRange(item.value, '..') : undefined
    return range === undefined ? [] : [{ path: item.path, range }]
  })
}

/** The entry that covers an address; nothing where none does. */
export function exclusionSpot(
  document: Document,
  exclusions: readonly Exclusion[],
  text: string,
): Partial<Finding> {
  const address = parseAddress(text)
  if (address === undefined) return {}
  const covering = exclusions.find(({ range: { family, first, last } }) => {
    return family === address.family && first <= address.value && address.value <= last
  })
  return covering === undefined ? {} : platformSpot(document, covering.path)
}
