import { emit, type Json } from '../domain/emit.ts'
import type { Facts } from '../domain/facts.ts'
import { sha256 } from '../domain/sha256.ts'

/** Fields that facts did not always have: what says nothing of them has the digest that it had before. */
const later: ReadonlySet<string> = new Set<keyof Facts>(['vips', 'tenants', 'mirrors'])

/** Stands for a set of facts: the same ones need no new plan. */
export function digestOf(facts: Facts): string {
  const told = Object.entries(facts).filter(
    ([field, value]) => !(later.has(field) && Array.isArray(value) && value.length === 0),
  )
  return sha256(emit(Object.fromEntries(told) as Json))
}
