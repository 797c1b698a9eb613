import type { Entry } from '../../domain/ledger/entry.ts'
import type { PlanRequest } from './plan-request.ts'

/** The books that this plan may write into: all, or those of the environments that were read. */
export function plannedBooks({ inputs, state }: PlanRequest): Map<string, Map<string, Entry>> {
  const books = new Map<string, Map<string, Entry>>()
  const { planned } = inputs
  for (const [namespace, book] of state.books) {
    if (planned === undefined || planned.has(namespace)) books.set(namespace, new Map(book))
  }
  for (const namespace of inputs.environments.keys()) {
    if (!books.has(namespace)) books.set(namespace, new Map())
  }
  return books
}
