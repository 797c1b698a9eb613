import type { Facts } from '../../domain/facts.ts'
import { holdAnnotation, holdText, isHoldOver, parseHold } from '../../domain/hold.ts'
import type { Stuck } from './stuck.ts'

/** Objects that a person keeps as they are, and those that are kept no longer and still say so. */
export function stuckHolds({ holds = [] }: Facts, now: string): readonly Stuck[] {
  const away = `kubectl annotate takes it away: ${holdAnnotation}-`
  return holds.map(({ object: what, text }): Stuck => {
    const hold = parseHold(text)
    if (isHoldOver(hold, now)) {
      const waitsFor = `its hold was until ${hold.until}: it is changed and removed like any other by now`
      return { is: 'on-hold', what, waitsFor, next: away }
    }
    return {
      is: 'on-hold',
      what,
      waitsFor: holdText(hold),
      ...(hold.isEndless ? { next: away } : {}),
    }
  })
}
