import { beforeEach, describe, expect, test } from 'vitest'
import { calm } from '../../lib/adapters/embedded-forge/nasty.ts'
import { inBatches } from '../../lib/adapters/github/annotations.ts'
import { boundedCache } from '../../lib/adapters/github/bounded-cache.ts'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import type { Annotation, Answer } from '../../lib/ports/forge.ts'
import { gitIn, gitWith } from '../git/sandbox.ts'
import { handClock } from './clock.ts'
import { appOf, forgeWith } from './sandbox.ts'

const { forge, dir } = await forgeWith('forge')
const main = gitIn(dir, 'rev-parse', 'main')
const app = appOf(forge)
const { octokit } = app
const at = { owner: 'octo', repo: 'claims' }
let made = 0

beforeEach(() => {
  Object.assign(forge.nasty, calm())
})

/** A commit upon main, on a branch of its own. */
function commitOn(branch: string, repo = dir): string {
  const tree = gitIn(repo, 'rev-parse', 'main^{tree}')
  const id = gitIn(repo, 'commit-tree', '-p', 'main', '-m', `${branch} ${made++}`, tree)
  gitIn(repo, 'update-ref', `refs/heads/${branch}`, id)
  return id
}

/** Opens a pull request, and gives its number and head. */
async function pullRequest(branch: string, { draft = false } = {}) {
  const head = commitOn(branch)
  await forge.scan()
  const { data } = await octokit.rest.pulls.create({
    ...at,
    title: branch,
    head: branch,
    base: 'main',
    draft,
  })
  return { number: data.number, head }
}

function answerOn(sha: string, rest: Partial<Answer> = {}): Answer {
  return {
    sha,
    key: 'k1',
    conclusion: 'success',
    title: 'fine',
    summary: 'all fine',
    annotations: [],
    ...rest,
  }
}

function annotations(count: number): Annotation[] {
  return Array.from({ length: count }, (_, nth) => ({
    path: 'environments/a/x.yaml',
    line: nth + 1,
    column: 3,
    level: 'failure',
    title: `problem ${nth}`,
    message: 'it is\nso',
  }))
}

async function runsOn(sha: string) {
  const { data } = await octokit.rest.checks.listForRef({
    ...at,
    ref: sha,
    filter: 'all',
    per_page: 100,
  })
  return data.check_runs
}

describe('a pull request', () => {
  test('is told as it is', async () => {
    const { number, head } = await pullRequest('told', { draft: true })
    expect(await app.forge.pullRequest(number)).toEqual({
      number,
      head,
      base: 'main',
      branch: 'told',
      draft: true,
      isFork: false,
      state: 'open',
    })
    await octokit.rest.pulls.update({ ...at, pull_number: number, state: 'closed' })
    expect(await app.forge.pullRequest(number)).toMatchObject({ state: 'closed' })
    expect(await app.forge.pullRequest(999)).toBeUndefined()
  })
  test('of a fork is known as one, and merged ones as merged', async () => {
    const fork = await forge.fork('octo/claims', 'stranger')
    const head = commitOn('theirs', fork.dir)
    await forge.scan()
    const { data } = await octokit.rest.pulls.create({
      ...at,
      title: 'x',
      head: 'stranger:theirs',
      base: 'main',
    })
    expect(await app.forge.pullRequest(data.number)).toMatchObject({ isFork: true, head })
    expect(await app.forge.pullRequestsOf(head)).toEqual([data.number])
    await octokit.rest.pulls.merge({ ...at, pull_number: data.number })
    expect(await app.forge.pullRequest(data.number)).toMatchObject({ state: 'merged' })
    expect(await app.forge.pullRequestsOf(gitIn(dir, 'rev-parse', 'main'))).toEqual([data.number])
  })
  test('that is open comes with what was answered on its head', async () => {
    gitIn(dir, 'update-ref', 'refs/heads/many', main)
    const heads = Array.from({ length: 5 }, (_, nth) => commitOn(`many-${nth}`))
    await forge.scan()
    const numbers: number[] = []
    for (const nth of heads.keys()) {
      const pull = { ...at, title: 'many', head: `many-${nth}`, base: 'many' }
      numbers.push((await octokit.rest.pulls.create(pull)).data.number)
    }
    await app.forge.begin(heads[2] ?? '', 'begun')
    await app.forge.answer(answerOn(heads[3] ?? '', { key: 'done', conclusion: 'failure' }))
    // Pages of two, where GitHub gives a hundred.
    const paged = appOf(forge, {
      fetch: (url, init) => {
        const body =
          typeof init?.body === 'string' ? init.body.replace('first:100', 'first:2') : null
        return fetch(url, { ...init, body })
      },
    })
    const found = await paged.forge.openPullRequests('many')
    expect(paged.calls.filter(({ path }) => path.endsWith('/graphql'))).toHaveLength(3)
    expect(found.map(({ pullRequest: { number } }) => number)).toEqual(numbers)
    expect(found.map(({ pullRequest: { head } }) => head)).toEqual(heads)
    expect(found[1]).not.toHaveProperty('answered')
    expect(found[2]?.answered).toMatchObject({ key: 'begun', since: expect.any(Number) })
    expect(found[2]?.answered).not.toHaveProperty('conclusion')
    expect(found[3]?.answered).toMatchObject({ key: 'done', conclusion: 'failure' })
    expect(await app.forge.openPullRequests('nothing')).toEqual([])
  })
  test('in the merge queue has a head of its own', async () => {
    const head = commitOn('gh-readonly-queue/main/pr-1-abc')
    commitOn('gh-readonly-queue/maintenance/pr-2-abc')
    await forge.scan()
    expect(await app.forge.mergeGroups('main')).toEqual([head])
  })
})

describe('an answer', () => {
  test('is begun and said on one run, in three calls', async () => {
    const sha = commitOn('answer')
    app.calls.length = 0
    await app.forge.begin(sha, 'k1')
    expect(await app.forge.answered(sha)).toEqual({ key: 'k1', since: expect.any(Number) })
    await app.forge.answer(answerOn(sha, { annotations: annotations(2) }))
    expect(app.calls).toHaveLength(4)
    expect(await app.forge.answered(sha)).toMatchObject({ key: 'k1', conclusion: 'success' })
    const runs = await runsOn(sha)
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ name: 'netclaim', status: 'completed', external_id: 'k1' })
    expect(runs[0]?.output).toMatchObject({
      title: 'fine',
      summary: 'all fine',
      annotations_count: 2,
    })
  })
  test.each([0, 50, 51, 120, 412])('with %i annotations has each once', async (count) => {
    const sha = commitOn('annotated')
    await app.forge.answer(answerOn(sha, { annotations: annotations(count) }))
    const [run, ...others] = await runsOn(sha)
    expect(others).toEqual([])
    expect(run?.output.annotations_count).toBe(Math.min(count, 200))
    expect(run?.output.summary).toBe(
      count > 200 ? '212 more annotations are not shown on the lines.\n\nall fine' : 'all fine',
    )
    expect(run?.conclusion).toBe('success')
  })
  test('said again is a new run, whose annotations are its own', async () => {
    const sha = commitOn('again')
    for (const key of ['k1', 'k2']) {
      await app.forge.begin(sha, key)
      await app.forge.answer(answerOn(sha, { key, annotations: annotations(60) }))
    }
    expect((await runsOn(sha)).map(({ output }) => output.annotations_count)).toEqual([60, 60])
    expect(await app.forge.answered(sha)).toMatchObject({ key: 'k2' })
  })
  test('that was begun by one who died is said anew, and what was begun is ended', async () => {
    const sha = commitOn('died')
    await appOf(forge).forge.begin(sha, 'k1')
    const other = appOf(forge).forge
    await other.begin(sha, 'k2')
    await other.answer(answerOn(sha, { key: 'k2' }))
    expect(
      (await runsOn(sha)).map(({ conclusion, external_id }) => [conclusion, external_id]),
    ).toEqual([
      ['success', 'k2'],
      ['cancelled', expect.stringMatching(/^k1 /)],
    ])
    expect(await other.answered(sha)).toMatchObject({ key: 'k2', conclusion: 'success' })
  })
  test.each([
    ['the first', 0],
    ['the second', 1],
  ])('of two runs at once has each annotation once, whoever ends first: %s', async (_, first) => {
    const sha = commitOn(`two-${first}`)
    const runs = [appOf(forge).forge, appOf(forge).forge]
    for (const run of runs) {
      await run.answered(sha)
      await run.begin(sha, 'k1')
    }
    for (const run of first === 0 ? runs : runs.toReversed())
      await run.answer(answerOn(sha, { annotations: annotations(60) }))
    expect((await runsOn(sha)).map(({ output }) => output.annotations_count)).toEqual([60, 60])
    expect(await app.forge.answered(sha)).toMatchObject({ key: 'k1', conclusion: 'success' })
  })
  test('that another run begins on while it is said is said once', async () => {
    const sha = commitOn('meanwhile')
    const [one, two] = [appOf(forge).forge, appOf(forge).forge]
    await one.begin(sha, 'k1')
    // It sees the other at work, which then ends.
    await two.answered(sha)
    await one.answer(answerOn(sha, { annotations: annotations(2) }))
    await two.begin(sha, 'k2')
    await two.answer(answerOn(sha, { key: 'k2', annotations: annotations(3) }))
    const [latest] = await runsOn(sha)
    expect(latest).toMatchObject({ external_id: 'k2', output: { annotations_count: 3 } })
  })
  test('is not taken for that of another run with the same key where a call ends badly', async () => {
    const sha = commitOn('unclear')
    const [one, two] = [appOf(forge).forge, appOf(forge).forge]
    await one.begin(sha, 'k1')
    forge.nasty.onCall = ({ method, route }) => {
      forge.nasty.failBefore = method === 'POST' && route.includes('check-runs') ? 1 : 0
      if (method === 'GET') forge.nasty.onCall = undefined
    }
    await Promise.allSettled([two.answer(answerOn(sha, { annotations: annotations(2) }))])
    forge.nasty.failBefore = 0
    await one.answer(answerOn(sha, { annotations: annotations(2) }))
    const counts = (await runsOn(sha)).map(({ output }) => output.annotations_count)
    expect(counts).toEqual([2, 2])
  })
  test('that was half said by one who died is said anew, and the half is ended', async () => {
    const sha = commitOn('half')
    const dying = appOf(forge)
    await dying.forge.begin(sha, 'k1')
    const [begun] = await runsOn(sha)
    const [first] = inBatches(annotations(1)).batches
    await octokit.rest.checks.update({
      ...at,
      check_run_id: Number(begun?.id),
      status: 'in_progress',
      output: { title: 't', summary: 's', annotations: first ?? [] },
    })
    await app.forge.begin(sha, 'k1')
    await app.forge.answer(answerOn(sha, { annotations: annotations(3) }))
    const runs = await runsOn(sha)
    expect(new Set(runs.map(({ conclusion }) => conclusion))).toEqual(
      new Set(['cancelled', 'success']),
    )
    expect(await app.forge.answered(sha)).toMatchObject({ conclusion: 'success' })
  })
  test.each(['failAfter', 'failBefore', 'reset'] as const)(
    'doubles nothing where calls end by %s',
    async (how) => {
      const sha = commitOn(how)
      forge.nasty.onCall = ({ method, route, before }) => {
        const isWrite = route.includes('check-runs') && method !== 'GET'
        forge.nasty[how] = isWrite && before % 2 === 0 ? 1 : 0
      }
      await app.forge.begin(sha, 'k1')
      await app.forge.answer(answerOn(sha, { annotations: annotations(120) }))
      forge.nasty.onCall = undefined
      forge.nasty[how] = 0
      const [run, ...others] = await runsOn(sha)
      expect(others).toEqual([])
      expect(run).toMatchObject({ conclusion: 'success', output: { annotations_count: 120 } })
    },
  )
  test('fits, however much there is to say', async () => {
    const sha = commitOn('long')
    const summary = ['```diff', ...Array.from({ length: 9_000 }, () => '+ ärger 😀'), '```'].join(
      '\n',
    )
    const long = [
      {
        ...(annotations(1)[0] as Annotation),
        title: '😀'.repeat(300),
        message: 'ü'.repeat(60_000),
      },
    ]
    await app.forge.answer(answerOn(sha, { title: 'ö'.repeat(400), summary, annotations: long }))
    const [run] = await runsOn(sha)
    expect(Buffer.byteLength(run?.output.summary ?? '')).toBeLessThanOrEqual(65_535)
    expect(run?.output.summary).toMatch(/more lines are left out/)
  })
  test('of another app under our name is none of ours', async () => {
    const sha = commitOn('spoof')
    const token = forge.createToken({ login: 'evil[bot]', appId: 666, permissions: 'write' })
    const { octokit: evil } = appOf(forge, { auth: { token } })
    await evil.rest.checks.create({
      ...at,
      name: 'netclaim',
      head_sha: sha,
      conclusion: 'success',
      external_id: 'k1',
    })
    expect(await app.forge.answered(sha)).toBeUndefined()
    await app.forge.answer(answerOn(sha, { conclusion: 'failure' }))
    expect(await app.forge.answered(sha)).toMatchObject({ conclusion: 'failure' })
  })
  test('waits for a commit that GitHub does not see yet, and gives up in the end', async () => {
    const late = appOf(forge)
    forge.nasty.commitLag = 2
    await late.forge.begin(commitOn('late'), 'k1')
    expect(late.clock.pauses).toEqual([1000, 2000])
    forge.nasty.commitLag = 9
    const never = late.forge.begin(commitOn('never'), 'k1')
    await expect(never).rejects.toMatchObject({ status: 422, retryable: true })
  })
  test('without a right to it is refused, and says no token', async () => {
    const token = forge.createToken({ login: 'reader', permissions: 'read' })
    const reader = appOf(forge, { auth: { token } })
    const refused = reader.forge.answer(answerOn(commitOn('refused')))
    await expect(refused).rejects.toMatchObject({ status: 403, retryable: false, system: 'github' })
    await expect(refused).rejects.not.toThrow(token)
  })
})

describe('a status', () => {
  const status = { context: 'netclaim/allocate', state: 'success', description: 'done' } as const

  test('is set once for what it says', async () => {
    const sha = commitOn('status')
    await app.forge.setStatus(sha, status)
    await app.forge.setStatus(sha, { ...status, context: 'Netclaim/Allocate' })
    await app.forge.setStatus(sha, { ...status, url: 'https://example.com/' })
    await app.forge.setStatus(sha, {
      ...status,
      context: 'netclaim/sync/a',
      description: '😀'.repeat(200),
    })
    const { data } = await octokit.rest.repos.listCommitStatusesForRef({ ...at, ref: sha })
    expect(data).toHaveLength(3)
    expect(await app.forge.statuses(sha)).toEqual([
      { ...status, url: 'https://example.com/' },
      { ...status, context: 'netclaim/sync/a', description: `${'😀'.repeat(139)}…` },
    ])
  })
  test('of many commits is read in one query', async () => {
    const [said, silent] = [commitOn('said'), commitOn('silent')]
    const other = { context: 'other', state: 'error', description: '' } as const
    await app.forge.setStatus(said, { ...status, url: 'https://example.com/' })
    await app.forge.setStatus(said, other)
    const alone = await app.forge.statuses(said)
    expect(alone).toHaveLength(2)
    app.calls.length = 0
    const many = [said, silent, ...Array.from({ length: 30 }, () => said)]
    const found = await Promise.all(many.map((sha) => app.forge.statuses(sha)))
    expect(found).toEqual(many.map((sha) => (sha === said ? alone : [])))
    expect(app.calls).toHaveLength(1)
  })
  test('of somebody else under our name is not ours, and is said over', async () => {
    const [sha, other] = [commitOn('forged'), commitOn('forged-too')]
    await app.forge.setStatus(sha, { ...status, state: 'failure' })
    // A person who calls themselves as the app does is another one, too.
    for (const login of ['mallory', 'netclaim']) {
      const token = forge.createToken({ login, permissions: 'write' })
      const { rest } = githubClient({
        baseUrl: `${forge.url}/api/v3`,
        auth: { token },
        clock: handClock(),
        writeGapMs: 0,
      })
      await rest.repos.createCommitStatus({ ...at, sha, ...status })
      expect(await app.forge.statuses(sha)).toEqual([])
      const both = [sha, other].map((one) => app.forge.statuses(one))
      expect(await Promise.all(both)).toEqual([[], []])
      await app.forge.setStatus(sha, status)
      expect(await app.forge.statuses(sha)).toEqual([status])
    }
    const { data } = await octokit.rest.repos.listCommitStatusesForRef({ ...at, ref: sha })
    const authors = data.map(({ creator }) => creator?.login)
    expect(authors).toEqual([
      'netclaim[bot]',
      'netclaim',
      'netclaim[bot]',
      'mallory',
      'netclaim[bot]',
    ])
  })
  test('beyond the thousandth is warned of, and no error', async () => {
    const sha = commitOn('full')
    const warnings: string[] = []
    const full = { message: 'This SHA and context has reached the maximum number of statuses.' }
    const warned = appOf(forge, {
      warn: (message) => warnings.push(message),
      fetch: (url, init) =>
        typeof url === 'string' && url.includes('/statuses/') && init?.method === 'POST'
          ? Promise.resolve(Response.json(full, { status: 422 }))
          : fetch(url, init),
    })
    await warned.forge.setStatus(sha, status)
    expect(warnings).toEqual([expect.stringContaining('no more status "netclaim/allocate"')])
  })
})

describe('a comment', () => {
  const bodies = async (number: number) =>
    (await octokit.rest.issues.listComments({ ...at, issue_number: number })).data.map(
      ({ body }) => body,
    )

  test('under a pull request is one, and kept up to date', async () => {
    const { number } = await pullRequest('comment')
    await app.forge.comment(number, 'report', '')
    expect(await bodies(number)).toEqual([])
    await app.forge.comment(number, 'report', 'one')
    await app.forge.comment(number, 'other', 'beside')
    await app.forge.comment(number, 'report', 'two')
    app.calls.length = 0
    await app.forge.comment(number, 'report', 'two')
    expect(app.calls).toHaveLength(1)
    expect(await bodies(number)).toEqual([
      '<!-- netclaim report -->\ntwo',
      '<!-- netclaim other -->\nbeside',
    ])
    await app.forge.comment(number, 'report', '')
    expect((await bodies(number))[0]).toBe('<!-- netclaim report -->')
  })
  test('of a stranger with our mark is left alone', async () => {
    const { number } = await pullRequest('spoofed')
    const { octokit: person } = appOf(forge, { auth: { token: forge.token } })
    await person.rest.issues.createComment({
      ...at,
      issue_number: number,
      body: '<!-- netclaim report -->\nevil',
    })
    await app.forge.comment(number, 'report', 'ours')
    expect(await bodies(number)).toEqual([
      '<!-- netclaim report -->\nevil',
      '<!-- netclaim report -->\nours',
    ])
  })
  test('is found beyond a page of others, and fits', async () => {
    const { number } = await pullRequest('crowded')
    for (let nth = 0; nth < 105; nth++)
      await octokit.rest.issues.createComment({ ...at, issue_number: number, body: `${nth}` })
    await app.forge.comment(number, 'x --> <script>', 'é\n'.repeat(60_000))
    await app.forge.comment(number, 'x --> <script>', 'short')
    const { data } = await octokit.rest.issues.listComments({
      ...at,
      issue_number: number,
      per_page: 100,
      page: 2,
    })
    expect(data.map(({ body }) => body).slice(5)).toEqual(['<!-- netclaim x - -script- -->\nshort'])
  })
  test('that was made though GitHub did not say so is not made twice', async () => {
    const { number } = await pullRequest('unsaid')
    forge.nasty.onCall = ({ method, route }) => {
      forge.nasty.failAfter = method === 'POST' && route.includes('comments') ? 1 : 0
    }
    await app.forge.comment(number, 'report', 'one')
    forge.nasty.onCall = undefined
    forge.nasty.failAfter = 0
    expect(await bodies(number)).toHaveLength(1)
  })
  test('that two runs make at the same time is one', async () => {
    const { number } = await pullRequest('twice')
    const sha = commitOn('twice-commented')
    const say = (text: string) => [
      app.forge.comment(number, 'report', text),
      app.forge.commentOnCommit(sha, 'report', text),
    ]
    await Promise.all([...say('one'), ...say('one')])
    expect(await bodies(number)).toEqual(['<!-- netclaim report -->\none'])
    await Promise.all(say('two'))
    expect(await bodies(number)).toEqual(['<!-- netclaim report -->\ntwo'])
    const { data } = await octokit.rest.repos.listCommentsForCommit({ ...at, commit_sha: sha })
    expect(data.map(({ body }) => body)).toEqual(['<!-- netclaim report -->\ntwo'])
  })
  test('under a commit is one, too', async () => {
    const sha = commitOn('commented')
    await app.forge.commentOnCommit(sha, 'rejected', 'over what is not there', { over: true })
    await app.forge.commentOnCommit(sha, 'rejected', 'one')
    await app.forge.commentOnCommit(sha, 'rejected', 'two', { over: true })
    const { data } = await octokit.rest.repos.listCommentsForCommit({ ...at, commit_sha: sha })
    expect(data.map(({ body }) => body)).toEqual(['<!-- netclaim rejected -->\ntwo'])
  })
})

test('a forge without an app finds its check by name', async () => {
  const sha = commitOn('plain')
  const token = forge.createToken({
    login: 'github-actions[bot]',
    appId: 15_368,
    permissions: 'write',
  })
  const actions = appOf(forge, { auth: { token } })
  const plain = githubForge({ octokit: actions.octokit, ...at, clock: actions.clock })
  await plain.begin(sha, 'k')
  await plain.answer(answerOn(sha, { key: 'k' }))
  expect(await plain.answered(sha)).toMatchObject({ key: 'k', conclusion: 'success' })
  expect(gitWith(dir, '', 'cat-file', '-t', sha)).toBe('commit')
})

test('how two commits lie to each other is asked once, for all who share a cache', async () => {
  const [one, other] = [commitOn('this-side'), commitOn('that-side')]
  await forge.scan()
  const cache = boundedCache(1_000_000)
  const asked: number[] = []
  for (let nth = 0; nth < 2; nth += 1) {
    const { octokit: client, calls } = appOf(forge)
    const repository = githubRepository({ octokit: client, ...at, cache })
    expect(await repository.mergeBase(one, other)).toBe(gitIn(dir, 'rev-parse', 'main'))
    expect(await repository.isAncestor(one, other)).toBe(false)
    asked.push(calls.filter(({ path }) => path.includes('/compare/')).length)
  }
  expect(asked).toEqual([1, 0])
})
