import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'

export const fullRule = supplyRules.full

/** Why somebody gets no address, with the numbers. */
export function fullMessage(who: string, pool: PoolBook): string {
  const { size, used, leaving, free } = pool.fill('IPv4')
  const kept = leaving === 0n ? '' : `, ${leaving} released and not yet proven gone`
  return `${who} gets no address: pool "${pool.name}" is full: ${size} addresses, ${used} in use${kept}, ${free} free`
}
