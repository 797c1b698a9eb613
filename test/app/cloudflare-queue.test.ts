import { expect, test } from 'vitest'
import { cloudflareQueue } from '../../functions/worker/cloudflare-queue.ts'
import { JobMessage } from '../../functions/worker/job-message.ts'
import type { Job } from '../../lib/ports/job-queue.ts'

const repository = 'kubedc/claims'

test.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [250, [100, 100, 50]],
])('%i jobs in portions of %j', async (count, portions) => {
  const sent = await portionsOf(
    Array.from({ length: count }, (_, number) => ({ kind: 'pull-request', repository, number })),
  )
  expect(sent).toEqual(portions)
})

test('large reports go one by one', async () => {
  const report: Job = { kind: 'report', repository, report: { message: 'é'.repeat(39_000) } }
  expect(await portionsOf([report, report, report])).toEqual([1, 1, 1])
})

test.each<readonly [Job]>([
  [{ kind: 'pull-request', repository, number: 7 }],
  [{ kind: 'merge-group', repository, base: 'a', head: 'b' }],
  [{ kind: 'commit', repository, sha: 'a' }],
  [{ kind: 'allocate', repository }],
  [{ kind: 'allocate', repository, atLeast: 'a' }],
  [{ kind: 'report', repository, report: { cluster: 'x', body: [1, null] } }],
  [{ kind: 'sweep', repository }],
])('%j comes out as it went in', (job) => {
  expect(JobMessage.parse(JSON.parse(JSON.stringify(job)))).toEqual(job)
})

async function portionsOf(jobs: readonly Job[]): Promise<readonly number[]> {
  const sent: number[] = []
  const queue = cloudflareQueue({
    send: async () => void sent.push(1),
    sendBatch: async (messages) => void sent.push(messages.length),
  })
  await queue.send(jobs)
  return sent
}
