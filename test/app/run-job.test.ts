import { expect, test } from 'vitest'
import { readConfiguration } from '../../functions/configuration.ts'
import { createHost } from '../../functions/host.ts'
import { runJob } from '../../functions/run-job.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { env } from './environment.ts'
import { fakeWork } from './fake-work.ts'

const repository = 'kubedc/claims'
const a = 'a'.repeat(40)
const b = 'b'.repeat(40)
const c = 'c'.repeat(40)

test.each<readonly [Job, readonly string[]]>([
  [{ kind: 'pull-request', repository, number: 7 }, ['"pull-request" 7']],
  [
    { kind: 'merge-group', repository, base: a, head: b },
    [`"merge-group" {"base":"${a}","head":"${b}"}`],
  ],
  [{ kind: 'allocate', repository }, ['"allocate" {}']],
  [{ kind: 'allocate', repository, atLeast: a }, [`"allocate" {"atLeast":"${a}"}`]],
  [{ kind: 'report', repository, report: { cluster: 'x' } }, ['"report" {"cluster":"x"}']],
  [{ kind: 'sweep', repository }, ['"sweep"']],
  [{ kind: 'commit', repository, sha: a }, [`begin ${a} again`, '"pull-request" 3']],
  [
    { kind: 'commit', repository, sha: b },
    [`begin ${b} again`, `"merge-group" {"base":"main","head":"${b}"}`],
  ],
  [{ kind: 'commit', repository, sha: c }, []],
])('%j', async (job, expected) => {
  const { work, calls } = fakeWork()
  const queue = { send: async () => undefined }
  const contextFor = work.contextsOf(readConfiguration(env), queue)
  await runJob(job, contextFor, work.functions)
  expect(calls).toEqual(expected.map((call) => `kubedc/claims ${call}`))
})

test('a job for a repository that is configured no more is dropped', async () => {
  const { work, calls } = fakeWork()
  const host = createHost({
    configuration: readConfiguration(env),
    queue: { send: async () => undefined },
    work,
    log: () => undefined,
  })
  await host.run({ kind: 'sweep', repository: 'kubedc/gone' })
  expect(calls).toEqual([])
  await host.run({ kind: 'sweep', repository })
  expect(calls).toHaveLength(1)
})
