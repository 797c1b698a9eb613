import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '../../lib/ports/job-queue.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { killing } from './killing.ts'
import { type Files, runOn, Stage } from './stage.ts'

const scratch = scratchFolder()
const repository = 'example/claims'

/** Calls of ports that a check, an allocation and a sweep make in a repository of so many environments. */
async function costs(environments: number): Promise<Readonly<Record<string, number>>> {
  const all = Array.from({ length: environments }, (_, n) => environment(`e${n}`, n + 1))
  const stage = await Stage.open(
    join(scratch, `${environments}.git`),
    Object.assign({}, ...all) as Files,
  )
  const number = await stage.propose(eip('e0', 'web'))
  const calls: Record<string, number> = {}
  async function count(name: string, job: Job): Promise<void> {
    const counting = killing(stage.context)
    await runOn(counting.context, job)
    calls[name] = counting.calls()
  }
  const check = { kind: 'pull-request', repository, number } as const
  await count('check', check)
  await count('the same check', check)
  await count('sweep', { kind: 'sweep', repository })
  await stage.merge(number)
  await count('allocate', { kind: 'allocate', repository })
  await count('allocate nothing', { kind: 'allocate', repository })
  return calls
}

test('what an event costs does not grow with the repository', async () => {
  const small = await costs(2)
  expect(await costs(20)).toEqual(small)
  console.info('calls of ports:', small)
  for (const amount of Object.values(small)) expect(amount).toBeLessThanOrEqual(40)
})
