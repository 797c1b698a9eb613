import type { Context } from '../../functions/context.ts'
import type { Work } from '../../functions/host.ts'

const head = 'a'.repeat(40)
/** By number; all of them know the commit aaa…. */
const pulls = new Map([
  [3, { state: 'open', base: 'main', head }],
  [4, { state: 'merged', base: 'main', head }],
  [5, { state: 'open', base: 'next', head }],
  [6, { state: 'open', base: 'main', head: 'd'.repeat(40) }],
])

/** Work that writes down which function was called, in place of doing it; `gate` may fail or delay it. */
export function fakeWork(gate: (call: string) => Promise<void> = async () => undefined) {
  const calls: string[] = []
  const note = async (context: Context, ...what: readonly unknown[]) => {
    const call = [context.name, ...what.map((one) => JSON.stringify(one))].join(' ')
    calls.push(call)
    await gate(call)
  }
  const work: Work = {
    functions: {
      checkPullRequest: (context, number) => note(context, 'pull-request', number),
      checkMergeGroup: (context, group) => note(context, 'merge-group', group),
      allocateOnForge: (context, options) => note(context, 'allocate', options),
      report: (context, report) => note(context, 'report', report),
      sweep: (context) => note(context, 'sweep'),
    },
    contextsOf:
      ({ main }, queue) =>
      async (name) => {
        const forge = {
          pullRequestsOf: async (sha: string) => (sha === head ? [...pulls.keys()] : []),
          pullRequest: async (number: number) => pulls.get(number),
          mergeGroups: async () => ['b'.repeat(40)],
          begin: async (sha: string, key: string) => void calls.push(`${name} begin ${sha} ${key}`),
        }
        return { name, main, queue, forge } as unknown as Context
      },
  }
  return { work, calls }
}
