import { jsonText } from './json-text.ts'
import type { Recovered } from './recovery-text.ts'

/** How a state branch can go on, as one JSON object, version 1. */
export function recoveryJson(recovered: Recovered): string {
  const { branch, present, base, target, replayed, compared, unread, passed, refusals, written } =
    recovered
  return jsonText({
    version: 1,
    branch,
    present,
    base,
    target,
    replayed,
    ...(unread.length > 0 ? { unread } : {}),
    ...(passed.length > 0 ? { passedOver: passed } : {}),
    refusals,
    written,
    compared: compared.map(({ claim, before, live, after, verdict }) => ({
      claim,
      before,
      live,
      after,
      verdict,
    })),
  })
}
