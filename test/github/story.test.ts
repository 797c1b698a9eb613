import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { allocate } from '../../functions/allocate.ts'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { checkPullRequest } from '../../functions/check-pull-request.ts'
import type { Context } from '../../functions/context.ts'
import { makeState } from '../../functions/make-state.ts'
import { sweep } from '../../functions/sweep.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { generate } from '../bench/generate.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { appOf, forgeWith } from './sandbox.ts'

const at = { owner: 'octo', repo: 'claims' }
const ENGINE = '0.1.0'
const STATE = 'netclaim/state'

const CLAIM = `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: more
spec:
  type: nat
`

test('a claim is checked, merged, allocated and told, and the state is that of a run on the spot', async () => {
  const files = Object.fromEntries(
    [...generate(50)].flatMap(([path, entry]) =>
      entry.kind === 'text' ? [[path, entry.text]] : [],
    ),
  )
  const { forge, dir } = await forgeWith('story', files)
  await makeState(dir, { planner, engine: ENGINE })
  await forge.scan()
  const copy = `${scratchFolder()}/copy.git`
  const app = appOf(forge)
  const jobs: Job[] = []
  const context: Context = {
    name: 'octo/claims',
    repository: app.repository,
    forge: app.forge,
    queue: { send: async (sent) => void jobs.push(...sent) },
    clock: app.clock,
    engine: ENGINE,
    main: 'main',
  }
  const [folder = ''] = Object.keys(files).filter((path) => path.startsWith('environments/'))
  const environment = folder.split('/')[1] ?? ''
  const commit = await app.repository.write({
    parent: gitIn(dir, 'rev-parse', 'main'),
    changes: new Map([[`environments/${environment}/more.yaml`, CLAIM]]),
    message: 'One more',
    seconds: 1,
  })
  expect(await app.repository.move('more', commit, '0'.repeat(40))).toBe(true)
  const { data: pull } = await app.octokit.rest.pulls.create({
    ...at,
    title: 'One more',
    head: 'more',
    base: 'main',
  })

  await checkPullRequest(context, pull.number)
  const { data } = await app.octokit.rest.checks.listForRef({ ...at, ref: commit })
  expect(data.check_runs.map(({ conclusion }) => conclusion)).toEqual(['success'])
  expect(data.check_runs[0]?.output.title).toContain('1')

  await app.octokit.rest.pulls.merge({ ...at, pull_number: pull.number })
  const main = gitIn(dir, 'rev-parse', 'main')
  gitIn(dir, 'clone', '--quiet', '--bare', dir, copy)
  app.calls.length = 0
  await allocateOnForge(context)
  console.log(`calls of an allocation of one claim: ${app.calls.length}`)

  const tip = gitIn(dir, 'rev-parse', STATE)
  const spot = await gitRepository({ repo: copy })
  await allocate(spot, { planner, engine: ENGINE, main: 'main', state: STATE })
  expect(gitIn(dir, 'rev-parse', `${tip}^{tree}`)).toBe(gitIn(copy, 'rev-parse', `${STATE}^{tree}`))
  expect(await app.repository.readState(tip)).toEqual(
    await spot.readState(gitIn(copy, 'rev-parse', STATE)),
  )
  expect(await app.forge.statuses(main)).toEqual([
    expect.objectContaining({ context: 'netclaim/allocate', state: 'success' }),
  ])
  await sweep(context)
  expect(gitIn(dir, 'rev-parse', STATE)).toBe(tip)
  expect(forge.failures).toEqual([])
})
