import type { Rule } from './rule.ts'

/** What a Transfer has to be like to move anything. */
export const transferRules = {
  failed: {
    id: 'transfer/not-possible',
    severity: 'error',
    wants: 'A Transfer goes from a claim that leaves in this commit to one that comes in it.',
    why: 'Otherwise two claims would have one address, or none.',
    example: 'a Transfer from a claim that is still in its file',
    source: 'design: coming back',
  },
  takenBack: {
    id: 'transfer/taken-back',
    severity: 'warning',
    wants: 'Whoever takes a Transfer back says so by another one, the other way round.',
    why: 'A claim that comes back has what it held only where that was released: what a Transfer moved is of another claim, and goes with that one.',
    example: 'a revert of the commit in which claim shop took over what claim web had',
    source: 'design: coming back',
  },
} as const satisfies Record<string, Rule>
