import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { checkPullRequest } from '../../functions/check-pull-request.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import type { Context } from '../../functions/context.ts'
import { giteaContext } from '../../functions/gitea-context.ts'
import { report } from '../../functions/report.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { documents, eipClaim, subnetClaim, tenant, vpcClaim } from '../demo/claims.ts'
import { netclaimCommand } from '../demo/stage.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { type Clone, cloneOf, mergePull, openPull } from './clone.ts'
import { type Delivery, type HookListener, listenForHooks, shapeOf } from './hook-listener.ts'
import { realClock } from './real-clock.ts'
import { hasGitea, type RealGitea, startGitea } from './real-gitea.ts'

const scratch = scratchFolder()
const STATE = 'netclaim/state'
const Bodies = z.array(z.object({ id: z.number(), body: z.string() }))
const Recorded = z.array(
  z.object({ headers: z.record(z.string(), z.unknown()), body: z.unknown() }),
)

describe.skipIf(!hasGitea)('the story of some claims on a real Gitea', () => {
  let gitea: RealGitea
  let hooks: HookListener
  let repository: string
  let fork: Clone
  let work: Clone
  let context: Context
  const jobs: Job[] = []

  beforeAll(async () => {
    ;[gitea, hooks] = await Promise.all([startGitea(), listenForHooks()])
    repository = await gitea.newRepository('claims')
    await gitea.api(gitea.operator, 'POST', `/repos/${repository}/hooks`, hooks.hook)
    work = cloneOf(gitea, join(scratch, 'work'), repository, gitea.operator)
    begin(work)
    await protect(gitea, repository)
    await gitea.api(gitea.stranger, 'POST', `/repos/${repository}/forks`, {})
    fork = cloneOf(gitea, join(scratch, 'fork'), 'stranger/claims', gitea.stranger)
    context = await contextOf('mirrors')
  })
  afterAll(async () => {
    hooks?.stop()
    await gitea?.stop()
  })

  const contextOf = (mirrors: string) =>
    giteaContext({
      url: gitea.url,
      token: gitea.netclaim.token,
      mirrors: join(scratch, mirrors),
      name: repository,
      queue: { send: (sent) => Promise.resolve(void jobs.push(...sent)) },
      clock: realClock,
      engine: ownVersion(),
      main: 'main',
    })

  /** A tenant asks from a fork, on top of the present main. */
  async function ask(branch: string, files: Readonly<Record<string, string>>): Promise<number> {
    gitIn(fork.dir, 'fetch', '--quiet', work.dir, `+refs/remotes/seen/main:main`)
    fork.push(branch, files)
    return openPull(gitea, gitea.stranger, { repository, head: `stranger:${branch}` })
  }

  /** Checks it, and gives the status of the check and the comments below it. */
  async function check(number: number) {
    await checkPullRequest(context, number)
    const head = (await context.forge.pullRequest(number))?.head ?? ''
    const status = (await context.forge.statuses(head)).find((one) => one.context === 'netclaim')
    const path = `/repos/${repository}/issues/${number}/comments`
    const comments = Bodies.parse((await gitea.api(gitea.operator, 'GET', path)).json)
    return { status, comments }
  }

  const came = (action: string) =>
    until(() => Promise.resolve(hooks.deliveries.some((one) => kindOf(one).endsWith(action))))

  const mergeNow = (number: number) =>
    gitea.api(gitea.operator, 'POST', `/repos/${repository}/pulls/${number}/merge`, { Do: 'merge' })

  test('a claim that collides is red, is not merged, and turns green when it is repaired', async () => {
    seeMain(work)
    const number = await ask('photon', photon('10.140.0.0/24', '10.140.0.0/25'))
    const red = await check(number)
    expect(red.status).toMatchObject({ state: 'failure' })
    expect(red.status?.description).toContain('overlaps SubnetClaim "production"')
    expect(red.comments).toHaveLength(1)
    expect(red.comments[0]?.body).toMatch(/network\.yaml:\d+.*subnet\/overlap/)
    expect(await mergeNow(number)).toMatchObject({ status: 405 })

    fork.push('photon', photon('10.140.0.0/24', '10.140.1.0/24'))
    const head = gitIn(fork.dir, 'rev-parse', 'photon')
    await until(async () => (await context.forge.pullRequest(number))?.head === head)
    // One that is merged before Gitea comes to tell of its new head, it never tells of.
    await came('synchronized')
    const green = await check(number)
    expect(green.status).toMatchObject({ state: 'success' })
    expect(green.comments.map(({ id }) => id)).toEqual(red.comments.map(({ id }) => id))
    expect(green.comments[0]?.body).toContain('198.51.100.')

    await mergePull(gitea, gitea.operator, repository, number)
    await allocateOnForge(context)
    const main = seeMain(work)
    expect(await context.forge.statuses(main)).toEqual([
      expect.objectContaining({ context: 'netclaim/allocate', state: 'success' }),
    ])
    work.pull(STATE)
    const ledger = gitIn(work.dir, 'show', `${STATE}:allocations/photon-prod.yaml`)
    expect(ledger).toContain('10.140.1.0/24')
    // The branch is ours: nobody else pushes to it, an administrator neither.
    expect(() => work.push(STATE, { x: 'y' })).toThrow(/protected branch|not allowed/i)
    work.pull(STATE)
  })

  test('of two that want one address, the second is red as soon as the first is merged', async () => {
    const one = await ask('web', { 'environments/photon-prod/web.yaml': pinned('web') })
    const two = await ask('mail', { 'environments/photon-prod/mail.yaml': pinned('mail') })
    expect((await check(one)).status).toMatchObject({ state: 'success' })
    expect((await check(two)).status).toMatchObject({ state: 'success' })
    await mergePull(gitea, gitea.operator, repository, one)
    jobs.length = 0
    await allocateOnForge(context)
    expect(jobs).toEqual([{ kind: 'pull-request', repository, number: two }])
    const { status, comments } = await check(two)
    expect(status).toMatchObject({ state: 'failure' })
    expect(comments[0]?.body).toContain('EipClaim photon-prod/web')
    expect(await mergeNow(two)).toMatchObject({ status: 405 })
    seeMain(work)
  })

  test('what a cluster reports stands on the state and on the commit that it was planned for', async () => {
    const revision = work.pull(STATE)
    const main = seeMain(work)
    await report(context, {
      v: 1,
      engine: 'netclaim',
      cluster: 'one',
      state: 'success',
      revision,
      message: 'applied',
      at: new Date().toISOString(),
    })
    for (const commit of [revision, main])
      expect(await context.forge.statuses(commit)).toContainEqual(
        expect.objectContaining({ context: 'netclaim/sync/one', state: 'success' }),
      )
  })

  test('of two allocators at once one wins the compare-and-swap, and the other plans again', async () => {
    const claims = ['left', 'right'].map(async (name) => {
      const path = `environments/photon-prod/${name}.yaml`
      const number = await ask(name, { [path]: eipClaim('photon-prod', name) })
      await check(number)
      return number
    })
    const [one = 0, two = 0] = await Promise.all(claims)
    const before = work.pull(STATE)
    await mergePull(gitea, gitea.operator, repository, one)

    // The slow one has planned the first merge, and is about to push it.
    const slow = await contextOf('slow')
    const ready = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const moved: boolean[] = []
    const move: Context['repository']['move'] = async (...args) => {
      ready.resolve()
      await go.promise
      moved.push(await slow.repository.move(...args))
      return moved.at(-1) === true
    }
    const late = allocateOnForge({ ...slow, repository: { ...slow.repository, move } })
    await ready.promise
    await mergePull(gitea, gitea.operator, repository, two)
    await allocateOnForge(await contextOf('fast'))
    const won = work.pull(STATE)
    go.resolve()
    await late

    expect(moved).toEqual([false])
    expect(work.pull(STATE)).toBe(won)
    expect(gitIn(work.dir, 'rev-list', '--count', `${before}..${won}`)).toBe('2')
    const index = gitIn(
      work.dir,
      'grep',
      '-h',
      '-E',
      'photon-prod/(left|right)',
      won,
      '--',
      'allocations',
    )
    expect(new Set(index.split('\n')).size).toBe(2)
  })

  test('its webhooks are signed, and are what the recorded ones say', async () => {
    const recorded = Recorded.parse(
      JSON.parse(readFileSync(join(import.meta.dirname, 'webhooks.json'), 'utf8')),
    )
    const [open] = await context.forge.openPullRequests('main')
    const path = `/repos/${repository}/pulls/${open?.pullRequest.number}`
    for (const change of [{ base: STATE }, { state: 'closed' }, { state: 'open' }])
      await gitea.api(gitea.operator, 'PATCH', path, change)
    await came('reopened')
    expect(hooks.forged).toEqual([])
    for (const one of recorded) {
      const real = hooks.deliveries.filter((other) => kindOf(other) === kindOf(one))
      expect(hooks.deliveries.map(kindOf)).toContain(kindOf(one))
      const known = new Set(real.flatMap(({ body }) => shapeOf(body).map(pathOf)))
      expect(shapeOf(one.body).filter((path) => !known.has(pathOf(path)))).toEqual([])
      const names = new Set(real.flatMap(({ headers }) => Object.keys(headers)))
      expect(Object.keys(one.headers).filter((name) => !names.has(name))).toEqual([])
    }
  })
})

/** Its two kinds, and its action. */
function kindOf({ headers, body }: Delivery): string {
  const { action } = z.object({ action: z.string().optional() }).parse(body)
  return [headers['x-gitea-event'], headers['x-gitea-event-type'], action].join(' ')
}

const pathOf = (shape: string) => shape.replace(/ \w+$/, '')

/** A claims repository from the template, pushed by a person before anything is protected. */
function begin(work: Clone): void {
  const [node, ...args] = netclaimCommand
  const made = join(scratch, 'made')
  execFileSync(node, [...args, 'init', made], {
    stdio: 'pipe',
    env: { ...process.env, HOME: scratch },
  })
  gitIn(work.dir, 'fetch', '--quiet', made, '+main:main', `+${STATE}:${STATE}`)
  work.send('main', STATE)
}

/** What the how-to tells to protect. */
async function protect(gitea: RealGitea, repository: string): Promise<void> {
  const rules = [
    {
      rule_name: 'main',
      enable_push: false,
      enable_status_check: true,
      status_check_contexts: ['netclaim'],
    },
    {
      rule_name: STATE,
      enable_push: true,
      enable_push_whitelist: true,
      push_whitelist_usernames: ['netclaim'],
    },
  ]
  for (const rule of rules)
    await gitea.api(gitea.operator, 'POST', `/repos/${repository}/branch_protections`, rule)
}

/** The tip of main on the forge, kept where the fork's clone finds it. */
function seeMain(work: Clone): string {
  const tip = work.pull('main')
  gitIn(work.dir, 'update-ref', 'refs/remotes/seen/main', tip)
  return tip
}

function photon(production: string, staging: string): Readonly<Record<string, string>> {
  return {
    'platform/tenants/photon-prod.yaml': tenant('photon-prod', 20),
    'environments/photon-prod/network.yaml': documents(
      vpcClaim('photon-prod'),
      subnetClaim('photon-prod', 'production', production),
      subnetClaim('photon-prod', 'staging', staging),
    ),
  }
}

const pinned = (name: string) => eipClaim('photon-prod', name, '198.51.100.30')

/** Gitea does some things a moment later. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt++) {
    if (attempt === 100) throw new Error('it never came to that')
    await realClock.pause(100)
  }
}
