import type { Context } from '../../functions/context.ts'

/** What a run that is killed sees. */
export class Killed extends Error {}

/** When to kill: before the n-th call, or once the n-th that writes has happened and nobody knows of it. */
export interface Kill {
  readonly at: number
  readonly when: 'before' | 'after'
}

const writes: ReadonlySet<unknown> = new Set([
  'write',
  'move',
  'begin',
  'answer',
  'setStatus',
  'comment',
  'commentOnCommit',
  'send',
])

/** The same context, which stops at the n-th call of a port and answers nothing from then on; `calls` counts them. */
export function killing(context: Context, kill?: Kill): { context: Context; calls: () => number } {
  let count = 0
  function wrapped<T extends object>(port: T): T {
    return new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name, target)
        if (typeof method !== 'function') return method
        if (name === 'now') return () => context.clock.now()
        return async (...args: readonly unknown[]): Promise<unknown> => {
          // That a read has happened is no other than that the next call has not.
          if (kill?.when !== 'after' || writes.has(name) || count >= kill.at) count += 1
          const isTime = kill !== undefined && count >= kill.at
          if (isTime && !(kill.when === 'after' && count === kill.at)) throw new Killed()
          const result: unknown = await Reflect.apply(method, target, args)
          if (isTime) throw new Killed()
          return name === 'snapshot' ? wrapped(result as object) : result
        }
      },
    })
  }
  const { repository, forge, queue } = context
  const clock = wrapped(context.clock)
  return {
    context: {
      ...context,
      repository: wrapped(repository),
      forge: wrapped(forge),
      queue: wrapped(queue),
      clock,
    },
    calls: () => count,
  }
}
