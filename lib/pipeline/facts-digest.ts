import { emit, type Json } from '../domain/emit.ts'
import type { Facts } from '../domain/facts.ts'
import { sha256 } from '../domain/sha256.ts'

/** Stands for a set of facts: the same ones need no new plan. */
export function digestOf(facts: Facts): string {
  return sha256(emit(facts as unknown as Json))
}
