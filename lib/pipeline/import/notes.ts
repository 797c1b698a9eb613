import type { Finding } from '../../domain/finding.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import type { LiveObject } from './live.ts'

/** Why objects are left as they are, while that is being decided: the first reason is the one that is told. */
export class Notes {
  readonly #left: Map<string, Finding>

  constructor(before?: Notes) {
    this.#left = new Map(before === undefined ? [] : before.#left)
  }

  leave(
    { id }: Pick<LiveObject, 'id'>,
    rule: Rule,
    message: string,
    more: Partial<Finding> = {},
  ): void {
    if (!this.#left.has(id)) this.#left.set(id, { ...breach(rule, message, more), object: id })
  }

  /** Leaves it for what one of our rules says of the claim or the declaration that would stand for it. */
  quote({ id }: Pick<LiveObject, 'id'>, finding: Finding): void {
    if (this.#left.has(id)) return
    const message = `${id}: ${finding.message}`
    this.#left.set(id, { ...withoutPlace(finding), severity: 'warning', message, object: id })
  }

  isLeft({ id }: Pick<LiveObject, 'id'>): boolean {
    return this.#left.has(id)
  }

  of(id: string): Finding | undefined {
    return this.#left.get(id)
  }
}

/** The file that a finding speaks of is not written. */
export function withoutPlace({ rule, severity, message, ...more }: Finding): Finding {
  const { field, value, hint } = more
  return {
    rule,
    severity,
    ...(field === undefined ? {} : { field }),
    ...(value === undefined ? {} : { value }),
    message,
    ...(hint === undefined ? {} : { hint }),
  }
}
