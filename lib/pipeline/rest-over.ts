import type { State } from '../domain/ledger/state.ts'

/**
 * The last end of a rest that is over by now and that the state does not know to be over, in seconds since 1970; undefined
 * where there is none, so that nothing new could be given to anybody.
 */
export function restOver(
  { pools }: Pick<State, 'pools'>,
  { after, now }: { readonly after: number; readonly now: number },
): number | undefined {
  let last: number | undefined
  for (const { cooling } of pools.values())
    for (const { freed } of cooling.values()) {
      const end = freed + after
      if (end <= now && (last === undefined || end > last)) last = end
    }
  return last
}
