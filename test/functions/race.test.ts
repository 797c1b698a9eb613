import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { allocate } from '../../functions/allocate.ts'
import { makeState } from '../../functions/make-state.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { type Files, runOn, STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const size = process.env['LONG'] ? 200 : 12
const name = 'example/claims'

/** Numbers that look like chance and are the same every time. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test(`${size} pull requests merged at random by four allocators at once`, async () => {
  const random = chance(7)
  const environments = ['photon', 'solar', 'nova', 'lunar']
  const stage = await Stage.open(
    join(scratch, 'race.git'),
    Object.assign({}, ...environments.map((one, n) => environment(one, 100 + n))) as Files,
  )
  const first = stage.tip()
  const numbers: number[] = []
  for (let n = 0; n < size; n += 1) {
    const namespace = environments[Math.floor(random() * environments.length)] ?? ''
    // A third asks for one of a few addresses, so that some collide.
    const pin = random() < 0.35 ? `198.51.100.${40 + Math.floor(random() * 5)}` : undefined
    numbers.push(await stage.propose(eip(namespace, `e${n}`, pin)))
  }
  let open = size
  const merges: string[] = []
  async function merger(): Promise<void> {
    while (numbers.length > 0) {
      const [number = 0] = numbers.splice(Math.floor(random() * numbers.length), 1)
      merges.push(await stage.merge(number))
      open -= 1
      if (random() < 0.7)
        stage.jobs.push({ kind: 'allocate', repository: name, atLeast: stage.tip() })
      await setImmediate()
    }
  }
  async function worker(): Promise<void> {
    for (;;) {
      const job =
        stage.jobs.shift() ??
        (open > 0 ? ({ kind: 'allocate', repository: name } as const) : undefined)
      if (job === undefined) return
      try {
        await runOn(stage.context, job)
      } catch (error) {
        // Races lost too often: the queue brings the job again.
        if (!(error instanceof OutsideError && error.retryable)) throw error
        stage.jobs.push(job)
      }
      await setImmediate()
    }
  }
  await Promise.all([merger(), worker(), worker(), worker(), worker()])
  for (let round = 0; round < 2; round += 1) {
    await runOn(stage.context, { kind: 'sweep', repository: name })
    await stage.work()
    stage.now += 11 * 60_000
  }

  const state = await stage.state()
  expect(await replayed(stage, first)).toEqual(state)
  const holders = heldIn(state)
  expect(new Set(holders.map(([address]) => address)).size).toBe(holders.length)
  const entries = [...readState(state).value.books.values()].flatMap((book) => [...book.values()])
  const claims = entries.filter(
    ({ kind, name: claim }) => kind === 'EipClaim' && claim.startsWith('e') && claim !== 'external',
  )
  expect(claims).toHaveLength(size)
  expect(new Set(claims.map(({ phase }) => phase))).toEqual(new Set(['held', 'rejected']))

  for (const commit of merges) {
    const rejected = stage.forge.comments.has(`${commit} netclaim/allocate`)
    expect(stage.status(commit)?.state).toBe(rejected ? 'failure' : 'success')
  }
  const red = merges.filter((commit) => stage.status(commit)?.state === 'failure')
  expect(red).toHaveLength(claims.filter(({ phase }) => phase === 'rejected').length)
}, 600_000)

test('every head is answered in the end, whatever moves meanwhile', async () => {
  const stage = await Stage.open(join(scratch, 'heads.git'), {
    ...environment('photon'),
    ...environment('solar', 101),
  })
  const numbers: number[] = []
  for (let n = 0; n < 8; n += 1)
    numbers.push(
      await stage.propose(
        eip(n % 2 === 0 ? 'photon' : 'solar', `e${n}`, `198.51.100.${40 + (n % 3)}`),
      ),
    )
  for (const number of numbers) stage.jobs.push({ kind: 'pull-request', repository: name, number })
  async function worker(): Promise<void> {
    for (let job = stage.jobs.shift(); job !== undefined; job = stage.jobs.shift())
      await runOn(stage.context, job)
  }
  async function mover(): Promise<void> {
    for (const number of [1, 4]) {
      await stage.merge(number)
      stage.jobs.push({ kind: 'allocate', repository: name })
      await stage.push(number + 1, eip('photon', `more${number}`))
    }
  }
  await Promise.all([worker(), worker(), mover(), worker()])
  await stage.work()
  await runOn(stage.context, { kind: 'sweep', repository: name })
  await stage.work()
  const alone = stage.fork()
  alone.forge.answers.clear()
  alone.forge.begun.clear()
  await runOn(alone.context, { kind: 'sweep', repository: name })
  await alone.work()
  const open = [...stage.forge.pulls.values()].filter(({ state }) => state === 'open')
  expect(open).toHaveLength(6)
  for (const { number } of open) {
    // The last word is that of the present main, though the words before may have been of others.
    expect(stage.answerTo(number).conclusion).toBe(alone.answerTo(number).conclusion)
    expect(stage.answerTo(number).annotations).toEqual(alone.answerTo(number).annotations)
  }
})

/** The state that one undisturbed run makes of the same main. */
async function replayed(stage: Stage, first: string): Promise<unknown> {
  const repo = join(scratch, 'replay.git')
  gitIn(scratch, 'clone', '--quiet', '--bare', '--single-branch', '--branch=main', stage.repo, repo)
  const last = stage.tip()
  gitIn(repo, 'update-ref', 'refs/heads/main', first)
  gitIn(repo, 'remote', 'remove', 'origin')
  await makeState(repo, { planner, engine: '0.1.0' })
  gitIn(repo, 'update-ref', 'refs/heads/main', last)
  const repository = await gitRepository({ repo })
  await allocate(repository, { planner, engine: '0.1.0', main: 'main', state: STATE })
  return repository.readState(gitIn(repo, 'rev-parse', STATE))
}

function heldIn(state: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...readState(state).value.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) =>
      entry.phase === 'held' && entry.address !== undefined
        ? [[entry.address, `${namespace}/${entry.name}`] as const]
        : [],
    ),
  )
}
