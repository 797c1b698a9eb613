import type { Draft } from './draft.ts'

const takers = new WeakMap<Draft, Map<string, string>>()

/** Who took the blocks of whom in this plan. */
export function takersOf(draft: Draft): Map<string, string> {
  const known = takers.get(draft) ?? new Map<string, string>()
  takers.set(draft, known)
  return known
}
