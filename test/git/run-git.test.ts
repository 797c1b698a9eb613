import { expect, test } from 'vitest'
import { runGit } from '../../lib/adapters/git/run-git.ts'
import { scratchFolder } from './sandbox.ts'

test('git that does not end is ended, with what it started', async () => {
  const since = performance.now()
  const args = ['-c', 'alias.hang=!sleep 300', 'hang']
  await expect(runGit(scratchFolder(), args, { timeoutMs: 500 })).rejects.toMatchObject({
    message: 'git -c takes longer than 1 seconds',
    retryable: true,
  })
  expect(performance.now() - since).toBeLessThan(60_000)
})
