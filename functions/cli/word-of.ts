import type { Invocation } from './command.ts'

/** The value of an option that takes one; undefined where it was not given. */
export function wordOf({ options }: Pick<Invocation, 'options'>, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
