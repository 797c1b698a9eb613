import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readObserved } from '../../functions/allocate/observed.ts'
import { publishFacts, readPublished } from '../../functions/sync/publish-facts.ts'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import { emptyState } from '../../lib/domain/ledger/state.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'

const scratch = scratchFolder()
const clock = { now: () => 1_764_460_800_000 }
const branch = 'netclaim/observed/prod-1'
const facts: Facts = {
  ...noFacts,
  uid: 'uid-1',
  generation: 3,
  commit: 'a'.repeat(40),
  complete: ['OvnEip'],
}

async function given(name: string) {
  const work = newRepository(join(scratch, `${name}-work`))
  commitFiles(work, { 'environments/a/x.yaml': 'a: 1\n' })
  const url = join(scratch, `${name}.git`)
  gitIn(scratch, 'clone', '--quiet', '--bare', work, url)
  const repository = await gitMirror({ folder: join(scratch, `${name}-mirror`), url })
  return { url, by: { repository, cluster: 'prod-1', clock } }
}

async function publish(by: Parameters<typeof publishFacts>[0], facts: Facts) {
  return publishFacts(by, { facts, state: emptyState, published: await readPublished(by) })
}

test('facts go to the own branch of their cluster, where the allocation reads them', async () => {
  const { url, by } = await given('first')
  expect(await readPublished(by)).toEqual({})
  const { tip } = await publish(by, facts)
  expect(gitIn(url, 'rev-parse', branch)).toBe(tip)
  const tips = await by.repository.tips({ names: [], below: ['netclaim/observed/'] })
  const { files } = await readObserved(by.repository, tips)
  expect(readFacts(files)).toEqual({ value: facts, findings: [] })
  expect(await readPublished(by)).toEqual({ tip, facts })
})

test('what is no news makes no commit; what is goes on from the last one', async () => {
  const { url, by } = await given('news')
  const { tip: first } = await publish(by, facts)
  const same = await publish(by, { ...facts, generation: 4 })
  expect(same).toEqual({ tip: first, isNew: false })
  const { tip: next } = await publish(by, { ...facts, clusters: ['a/solar'] })
  expect(gitIn(url, 'rev-parse', `${branch}^`)).toBe(first)
  expect(gitIn(url, 'rev-parse', branch)).toBe(next)
})

test('a branch that somebody else moved meanwhile is only moved forward', async () => {
  const { url, by } = await given('race')
  const { tip: first } = await publish(by, facts)
  const other = { ...by.repository }
  let isFirst = true
  const repository = {
    ...other,
    move: async (...args: Parameters<typeof other.move>) => {
      if (isFirst) {
        isFirst = false
        await publish(by, { ...facts, clusters: ['a/moon'] })
      }
      return other.move(...args)
    },
  }
  const sun = { ...facts, clusters: ['a/sun'] }
  const { tip } = await publish({ ...by, repository }, sun)
  expect(gitIn(url, 'rev-parse', `${branch}~2`)).toBe(first)
  expect((await readPublished(by)).facts).toEqual(sun)
  expect(gitIn(url, 'rev-parse', branch)).toBe(tip)
})

test('facts that cannot be read are replaced', async () => {
  const { by } = await given('broken')
  const broken = await by.repository.write({
    changes: new Map([['observed/prod-1.yaml', 'a: [']]),
    message: 'm',
    seconds: 1,
  })
  await by.repository.move(branch, broken, '0'.repeat(40))
  expect(await readPublished(by)).toEqual({ tip: broken })
  await publish(by, facts)
  expect((await readPublished(by)).facts).toEqual(facts)
})
