import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'

export const fullRule = supplyRules.full

/** Why somebody gets no address, with the numbers. */
export function fullMessage(who: string, pool: PoolBook): string {
  const { size, used, leaving, reserved, free } = pool.fill('IPv4')
  const gone = leaving === 0n ? '' : `, ${leaving} released and not yet proven gone`
  const kept = reserved === 0n ? '' : `, ${reserved} kept by reservations`
  return `${who} gets no address: pool "${pool.name}" is full: ${size} addresses, ${used} in use${gone}${kept}, ${free} free`
}
