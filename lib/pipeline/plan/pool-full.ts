import { instantText } from '../../domain/date-text.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'

export const fullRule = supplyRules.full

/** Why somebody gets no address, with the numbers. */
export function fullMessage(who: string, pool: PoolBook): string {
  const { size, used, leaving, cooling, reserved, free } = pool.fill('IPv4')
  const gone = leaving === 0n ? '' : `, ${leaving} released and not yet proven gone`
  const kept = reserved === 0n ? '' : `, ${reserved} kept by reservations`
  const resting = cooling === 0n ? '' : `, ${cooling} resting${untilOf(pool)}`
  return `${who} gets no address: pool "${pool.name}" is full: ${size} addresses, ${used} in use${gone}${resting}${kept}, ${free} free`
}

/** When the first of them can be given. */
function untilOf(pool: PoolBook): string {
  let first = Infinity
  for (const { freed } of pool.cooling().values()) if (freed < first) first = freed
  const until = first + pool.rest.after
  return Number.isFinite(until) ? ` until ${instantText(until)} or later` : ''
}
