import type { Cidr } from './net/cidr.ts'
import { formatRange } from './net/range.ts'
import { setOverlap } from './net/range-set.ts'
import type { Platform } from './platform.ts'

/** The MetalLB pools that have addresses of `block`, as text with the first such range; in the order of the platform. */
export function poolsAt(block: Cidr, platform: Platform | undefined): readonly string[] {
  return (platform?.pools ?? []).flatMap(({ name, usable }) => {
    const range = setOverlap(usable, block)
    return range === undefined ? [] : [`${name} (${formatRange(range, '-')})`]
  })
}
