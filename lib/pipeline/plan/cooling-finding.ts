import { instantText } from '../../domain/date-text.ts'
import type { Finding } from '../../domain/finding.ts'
import { reservationRules } from '../../domain/rules/reservation-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Asked } from './kept.ts'

/** That an address still rests since another claim had it; nothing where it does not. */
export function coolingFindings(
  { pool, address, what, spot }: Asked,
  claim: string,
): readonly Finding[] {
  const former = pool.coolingAt(address)
  if (former === undefined || former.holder === claim) return []
  const [since, until] = [former.freed, former.freed + pool.rest.after].map(instantText)
  const message = `${what} was that of ${former.holder} until ${since}, and rests until ${until} before another claim gets it`
  const hint = `take another address, or wait; ${former.holder} itself would have it at once (netclaim.yaml, reuse.after)`
  return [breach(reservationRules.cooling, message, { ...spot, hint })]
}
