import type { RangeSet } from '../net/range-set.ts'
import type { Rest } from './cooling.ts'
import type { Reserved } from './reserved.ts'

/** What a pool can give, and what of it is set aside. */
export interface PoolShape {
  readonly name: string
  readonly usable: RangeSet
  readonly reserved?: Reserved | undefined
  /** How long what is freed rests; left out, not at all. */
  readonly rest?: Rest
}
