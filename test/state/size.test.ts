import { expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { claim, documents, platformFile } from '../plan/files.ts'
import { engine } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'

/** As many as are read of an environment, its VpcClaim included. */
const SUBNETS = 4_999

const subnets = Array.from({ length: SUBNETS }, (_, n) =>
  claim('SubnetClaim', `net-${n}`, `{cidrBlock: 10.${n >> 8}.${n & 255}.0/24}`),
)
const files: Record<string, string> = {
  'platform/kmetal.yaml': platformFile(),
  'environments/large/vpc.yaml': claim('VpcClaim', 'main'),
}
for (let n = 0; n < SUBNETS; n += 900)
  files[`environments/large/${n}.yaml`] = documents(...subnets.slice(n, n + 900))

test('the ledger of an environment of as many claims as are read is read again, and all goes on', () => {
  const request = { facts: noFacts, engine }
  const head = treeOf(files)
  const first = planCommit({ ...request, head, state: new Map(), source: '1'.repeat(40) })
  // More than is read of what strangers write.
  expect(first.tree.get('allocations/large.yaml')?.length).toBeGreaterThan(1_048_576)
  const { value, findings } = readState(first.tree, 'whole')
  expect(findings).toEqual([])
  expect(value.books.get('large')?.size).toBe(SUBNETS + 1)
  const more = { ...files, 'environments/small/vpc.yaml': claim('VpcClaim', 'main') }
  const next = planCommit({
    ...request,
    head: treeOf(more),
    state: first.tree,
    source: '2'.repeat(40),
  })
  expect(next.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(next.commit && next.tree.has('allocations/small.yaml')).toBe(true)
})
