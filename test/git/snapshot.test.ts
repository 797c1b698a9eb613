import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCheck } from '../../functions/load-check.ts'
import { changedPaths } from '../../lib/adapters/git/revision.ts'
import { claimsSnapshot, stateSnapshot } from '../../lib/adapters/git/snapshot.ts'
import { writeCommit } from '../../lib/adapters/git/write-commit.ts'
import { readRevision, readState } from '../../lib/adapters/git.ts'
import { check } from '../../lib/pipeline/check.ts'
import { environmentName, generate } from '../bench/generate.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()

test('a pull request read piece by piece gets the report of the whole', async () => {
  const repo = newRepository(join(scratch, 'claims'))
  const base = commitFiles(repo, textsOf(generate(300)))
  const { after } = check({ head: await readRevision(repo, base), engine: '0' })
  const state = await writeCommit(repo, { changes: after(), message: 'state', seconds: 1 })
  gitIn(repo, 'branch', 'netclaim/state', state)
  const name = environmentName(4)
  const head = commitFiles(repo, {
    [`environments/${name}/more.yaml`]: `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: more
spec:
  type: nat
`,
    [`environments/${name}/eipclaim-web-7.yaml`]: undefined,
  })
  const request = await loadCheck({
    head: claimsSnapshot(repo, head),
    base: claimsSnapshot(repo, base),
    state: stateSnapshot(repo, state),
    changed: await changedPaths(repo, head, base),
    engine: '0',
  })
  const whole = check({
    head: await readRevision(repo, head),
    base: await readRevision(repo, base),
    state: await readState(repo, state),
    engine: '0',
  })
  expect(request.planned).toEqual(new Set([name]))
  expect(request.head.size).toBeLessThan(25)
  expect(check(request).report).toEqual(whole.report)
})

function textsOf(tree: ReturnType<typeof generate>): Record<string, string> {
  return Object.fromEntries(
    [...tree].flatMap(([path, entry]) => (entry.kind === 'text' ? [[path, entry.text]] : [])),
  )
}
