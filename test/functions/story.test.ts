import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { checkMergeGroup } from '../../functions/check-merge-group.ts'
import { checkPullRequest } from '../../functions/check-pull-request.ts'
import { sweep } from '../../functions/sweep.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
let count = 0
const open = (files = environment('photon-prod')) =>
  Stage.open(join(scratch, `${(count += 1)}.git`), files)

test('the whole story: a claim, red, a fix, the merge, the allocation, a collision', async () => {
  const stage = await open()
  const { context } = stage
  const number = await stage.propose(eip('photon-prod', 'web', '198.51.100.1'))
  await checkPullRequest(context, number)
  expect(stage.answerTo(number)).toMatchObject({ conclusion: 'failure' })
  expect(stage.answerTo(number).annotations[0]).toMatchObject({
    path: 'environments/photon-prod/eip-web.yaml',
    line: 4,
    level: 'failure',
  })

  await stage.push(number, eip('photon-prod', 'web', '198.51.100.30'))
  await checkPullRequest(context, number)
  const green = stage.answerTo(number)
  expect(green).toMatchObject({ conclusion: 'success', annotations: [] })
  expect(green.title).toContain('photon-prod EipClaim web gets 198.51.100.30')
  expect(green.summary).toContain(`main ${stage.tip().slice(0, 12)}`)

  const merged = await stage.merge(number)
  await allocateOnForge(context, { atLeast: merged })
  expect(stage.status(merged)).toEqual({
    context: 'netclaim/allocate',
    state: 'success',
    description: '1 allocated',
  })
  expect((await stage.state()).get('allocations/photon-prod.yaml')).toContain('198.51.100.30')
  expect(stage.forge.comments.size).toBe(0)

  const late = await stage.propose(eip('photon-prod', 'other', '198.51.100.30'))
  await checkPullRequest(context, late)
  expect(stage.answerTo(late).title).toMatch(/^1 conflict: .*198\.51\.100\.30/)
})

describe('two pull requests, each fine alone', () => {
  async function twoWhoCollide() {
    const stage = await open({ ...environment('photon-prod'), ...environment('solar-prod', 101) })
    const one = await stage.propose(eip('photon-prod', 'web', '198.51.100.30'))
    const two = await stage.propose(eip('solar-prod', 'web', '198.51.100.30'))
    for (const number of [one, two]) await checkPullRequest(stage.context, number)
    expect([one, two].map((number) => stage.answerTo(number).conclusion)).toEqual([
      'success',
      'success',
    ])
    return { stage, one, two }
  }

  test('the second is red as soon as the first is merged', async () => {
    const { stage, one, two } = await twoWhoCollide()
    await stage.merge(one)
    await allocateOnForge(stage.context)
    expect(await stage.work()).toEqual([
      { kind: 'pull-request', repository: 'example/claims', number: two },
    ])
    expect(stage.answerTo(two)).toMatchObject({ conclusion: 'failure' })
    expect(stage.answerTo(two).title).toMatch(/^1 conflict: .*198\.51\.100\.30/)
  })

  test('the merge queue refuses it', async () => {
    const { stage, one, two } = await twoWhoCollide()
    const first = await stage.squashed(one, stage.tip())
    const second = await stage.squashed(two, first)
    await checkMergeGroup(stage.context, { base: 'main', head: first })
    await checkMergeGroup(stage.context, { base: first, head: second })
    expect(stage.forge.answers.get(first)?.conclusion).toBe('success')
    expect(stage.forge.answers.get(second)?.conclusion).toBe('failure')
    const places = stage.forge.answers.get(second)?.annotations.map(({ path }) => path)
    expect(new Set(places)).toEqual(
      new Set(['environments/photon-prod/eip-web.yaml', 'environments/solar-prod/eip-web.yaml']),
    )
  })

  test('the merge queue refuses it too while the first is merged but not allocated for yet', async () => {
    const { stage, one, two } = await twoWhoCollide()
    await stage.merge(one)
    const group = await stage.squashed(two, stage.tip())
    const before = stage.tip(STATE)
    await checkMergeGroup(stage.context, { base: 'main', head: group })
    expect(stage.forge.answers.get(group)?.title).toMatch(/^1 conflict: .*198\.51\.100\.30/)
    expect(stage.forge.answers.get(group)?.summary).toContain('1 commit behind main')
    expect(stage.tip(STATE)).toBe(before)
  })

  test('with neither, the later one is rejected on main, on the commit and on the pull request', async () => {
    const { stage, one, two } = await twoWhoCollide()
    const first = await stage.merge(one)
    const second = await stage.merge(two)
    await allocateOnForge(stage.context)
    expect(stage.status(first)?.state).toBe('success')
    expect(stage.status(second)).toMatchObject({ state: 'failure' })
    expect(stage.status(second)?.description).toMatch(/^1 rejected: .*198\.51\.100\.30/)
    const comment = stage.forge.comments.get(`${second} netclaim/allocate`) ?? ''
    expect(comment).toContain('did not accept all')
    expect(stage.forge.comments.get(`#${two} netclaim/allocate ${second}`)).toBe(comment)
    expect((await stage.state()).get('allocations/photon-prod.yaml')).toContain('198.51.100.30')

    // Repaired by a later commit: both comments say so.
    await stage.commit(eip('solar-prod', 'web', '198.51.100.31'))
    await allocateOnForge(stage.context)
    const resolved = stage.forge.comments.get(`${second} netclaim/allocate`) ?? ''
    expect(resolved).toContain('Resolved')
    expect(stage.forge.comments.get(`#${two} netclaim/allocate ${second}`)).toBe(resolved)
    const before = stage.forge.written
    await sweep(stage.context)
    expect(stage.forge.written).toBe(before)
  })
})
