import { createHmac } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { gitIn } from '../git/sandbox.ts'
import { newBranch } from './new-branch.ts'
import { quiet, started } from './started.ts'
import { mailbox, wrongWith } from './webhook-judge.ts'

const REQUIRED = {
  name: 'main',
  target: 'branch',
  enforcement: 'active',
  rules: [
    {
      type: 'required_status_checks',
      parameters: { required_status_checks: [{ context: 'netclaim' }] },
    },
  ],
} as const

test('all events are as GitHub describes them, signed, in the order of what happened', async () => {
  const { arrived, names, target } = mailbox()
  const it = await started('webhooks', { a: '1\n' }, { webhook: target })
  const { forge, octokit, app, at, dir } = it
  gitIn(dir, 'branch', 'release', 'main')
  const name = newBranch(dir, { b: '1\n' })
  await forge.scan()
  const { data: pull } = await octokit.pulls.create({ ...at, head: name, base: 'main', title: 'b' })
  gitIn(
    dir,
    'update-ref',
    `refs/heads/${name}`,
    gitIn(dir, 'rev-parse', newBranch(dir, { c: '1\n' }, name)),
  )
  await forge.scan()
  const change = (more: object) =>
    octokit.pulls.update({ ...at, pull_number: pull.number, ...more })
  await change({ base: 'release' })
  await change({ base: 'main' })
  await change({ state: 'closed' })
  await change({ state: 'open' })
  const { data: now } = await octokit.pulls.get({ ...at, pull_number: pull.number })
  const { data: run } = await app.checks.create({
    ...at,
    name: 'netclaim',
    head_sha: now.head.sha,
    conclusion: 'failure',
  })
  await app.checks.rerequestRun({ ...at, check_run_id: run.id })
  await octokit.pulls.merge({ ...at, pull_number: pull.number })
  await octokit.git.deleteRef({ ...at, ref: `heads/${name}` })
  await forge.settle()

  expect(arrived.map(wrongWith).filter(Boolean)).toEqual([])
  expect(names()).toEqual(
    [
      'push push push pull_request.opened push pull_request.synchronize push pull_request.edited',
      'pull_request.edited pull_request.closed pull_request.reopened check_run.rerequested push',
      'pull_request.closed push',
    ].flatMap((line) => line.split(' ')),
  )
  for (const { headers, body } of arrived) {
    const hmac = createHmac('sha256', target.secret).update(body).digest('hex')
    expect(headers.get('x-hub-signature-256')).toBe(`sha256=${hmac}`)
    expect(headers.get('user-agent')).toMatch(/^GitHub-Hookshot\//)
  }
  const edited = arrived.find(({ payload }) => payload['action'] === 'edited')
  expect(edited?.payload['changes']).toMatchObject({ base: { ref: { from: 'main' } } })
  expect(arrived.at(-1)?.payload).toMatchObject({
    deleted: true,
    after: '0'.repeat(40),
    head_commit: null,
  })
  expect(forge.failures).toEqual([])
})

test('a merge queue merges what is green, takes out what is red, and builds the rest anew', async () => {
  const { arrived, names, target } = mailbox()
  const it = await started('queue', { a: '1\n' }, { webhook: target })
  const { forge, octokit, app, at, dir } = it
  forge.addRuleset('octo/claims', {
    ...REQUIRED,
    bypass_actors: [],
    conditions: { ref_name: { include: ['refs/heads/main'], exclude: [] } },
    rules: [...REQUIRED.rules],
  })
  const pulls = []
  for (const file of ['one', 'two', 'three']) {
    const head = newBranch(dir, { [file]: '1\n' })
    pulls.push((await octokit.pulls.create({ ...at, head, base: 'main', title: file })).data)
  }
  for (const { number } of pulls) await forge.enqueue('octo/claims', number)
  const groups = async () => {
    const { data } = await octokit.git.listMatchingRefs({
      ...at,
      ref: 'heads/gh-readonly-queue/main/',
    })
    const byNumber = data.map(
      ({ ref, object }) => [/pr-(\d+)-/.exec(ref)?.[1], object.sha] as const,
    )
    return new Map(byNumber)
  }
  const answer = async (number: number, conclusion: 'success' | 'failure') => {
    const head_sha = (await groups()).get(String(number)) ?? ''
    await app.checks.create({ ...at, name: 'netclaim', head_sha, conclusion })
    await forge.settle()
  }
  const [one, two, three] = pulls.map(({ number }) => number) as [number, number, number]
  // The last group has all of them.
  expect(gitIn(dir, 'ls-tree', '--name-only', (await groups()).get(String(three)) ?? '')).toBe(
    'a\none\nthree\ntwo',
  )
  await answer(two, 'failure')
  expect([...(await groups()).keys()]).toEqual([String(one), String(three), String(two)].toSorted())
  await answer(one, 'success')
  expect([...(await groups()).keys()]).toEqual([String(three)])
  await answer(three, 'success')
  expect(gitIn(dir, 'ls-tree', '--name-only', 'main')).toBe('a\none\nthree')
  const states = await octokit.paginate(octokit.pulls.list, { ...at, state: 'all' })
  expect(states.map(({ number, merged_at }) => [number, merged_at !== null]).toReversed()).toEqual([
    [one, true],
    [two, false],
    [three, true],
  ])

  expect(arrived.map(wrongWith).filter(Boolean)).toEqual([])
  expect(names().filter((name) => name !== 'push')).toEqual(
    [
      'pull_request.opened pull_request.opened pull_request.opened merge_group.checks_requested',
      'pull_request.enqueued merge_group.checks_requested pull_request.enqueued',
      'merge_group.checks_requested pull_request.enqueued pull_request.closed',
      'merge_group.destroyed merge_group.destroyed pull_request.dequeued merge_group.destroyed',
      'merge_group.checks_requested pull_request.closed merge_group.destroyed',
    ].flatMap((line) => line.split(' ')),
  )
  expect(forge.failures).toEqual([])
})

test('an app sees its deliveries, and has one sent again under the same id', async () => {
  let status = 500
  const { arrived, target } = mailbox(() => status)
  const { forge, judge, at, dir } = await started('deliveries', { a: '1\n' }, { webhook: target })
  const auth = { appId: forge.app.id, privateKey: forge.app.privateKey }
  const app = new Octokit({
    authStrategy: createAppAuth,
    auth,
    baseUrl: forge.url,
    request: { fetch: judge.fetch },
    log: quiet,
  })
  await forge.settle()
  const { data: failed } = await app.apps.listWebhookDeliveries({ status: 'failure' } as Record<
    string,
    string
  >)
  expect(
    failed.map(({ event, status_code, redelivery }) => [event, status_code, redelivery]),
  ).toEqual([['push', 500, false]])
  status = 200
  const delivery_id = failed[0]?.id ?? 0
  const { data: one } = await app.apps.getWebhookDelivery({ delivery_id })
  expect(one.request.payload).toMatchObject({ ref: 'refs/heads/main' })
  await app.apps.redeliverWebhookDelivery({ delivery_id })
  await forge.settle()
  expect(arrived.map(({ guid }) => guid)).toEqual([failed[0]?.guid, failed[0]?.guid])
  const { data } = await app.apps.listWebhookDeliveries()
  expect(data.map(({ redelivery, status_code }) => [redelivery, status_code])).toEqual([
    [true, 200],
    [false, 500],
  ])

  forge.nasty.lostWebhook = 1
  newBranch(dir, { b: '1' })
  await forge.scan()
  await forge.settle()
  expect(arrived).toHaveLength(2)
  const { data: last } = await app.apps.listWebhookDeliveries({ per_page: 1 })
  expect(last[0]).toMatchObject({ event: 'push', status_code: 0 })
  expect((await app.apps.getWebhookConfigForApp()).data.url).toBe(target.url)
  expect(at.repo).toBe('claims')
})

test.each([
  ['doubledWebhook', ['a', 'a', 'b', 'b', 'c', 'c']],
  ['reorderedWebhook', ['b', 'a', 'c']],
  ['lateWebhook', ['c', 'a', 'b']],
] as const)('%s', async (chance, order) => {
  const { arrived, target } = mailbox()
  const { forge, dir } = await started(chance, { a: '1\n' }, { webhook: target })
  await forge.settle()
  arrived.length = 0
  forge.nasty[chance] = 1
  Object.assign(forge.nasty, { lateMs: 2000, reorderMs: 60_000 })
  for (const name of ['a', 'b', 'c']) {
    if (name === 'c') forge.nasty.lateWebhook = 0
    gitIn(dir, 'branch', name, 'main')
    await forge.scan()
  }
  await forge.settle()
  expect(arrived.map(({ payload }) => String(payload['ref']).at(-1))).toEqual(order)
})
