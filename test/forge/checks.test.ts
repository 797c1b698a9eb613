import { beforeAll, describe, expect, test } from 'vitest'
import { gitIn } from '../git/sandbox.ts'
import { refusalOf } from './refusal-of.ts'
import { client, type Started, started } from './started.ts'

let it: Started
let sha: string

beforeAll(async () => {
  it = await started('checks', { a: 'x' })
  sha = gitIn(it.dir, 'rev-parse', 'main')
})

function annotations(count: number) {
  const row = {
    path: 'a',
    start_line: 1,
    end_line: 1,
    annotation_level: 'failure',
    message: 'no',
  } as const
  return Array.from({ length: count }, () => row)
}

describe('check runs', () => {
  test('begin, take annotations by fifty, and are completed', async () => {
    const { app, at } = it
    const output = (count: number) => ({
      title: 't',
      summary: 's',
      annotations: annotations(count),
    })
    const { data: begun } = await app.checks.create({
      ...at,
      name: 'netclaim',
      head_sha: sha,
      status: 'in_progress',
      external_id: 'k',
      output: output(50),
    })
    expect(begun).toMatchObject({ status: 'in_progress', conclusion: null, external_id: 'k' })
    const refused = await refusalOf(
      app.checks.update({ ...at, check_run_id: begun.id, output: output(51) }),
    )
    expect(refused).toMatchObject({
      status: 422,
      message: expect.stringContaining('No more than 50 items') as string,
    })
    const { data: done } = await app.checks.update({
      ...at,
      check_run_id: begun.id,
      conclusion: 'failure',
      output: output(7),
    })
    expect(done).toMatchObject({
      status: 'completed',
      conclusion: 'failure',
      output: { annotations_count: 57 },
    })
    const { data } = await app.checks.listAnnotations({
      ...at,
      check_run_id: begun.id,
      per_page: 100,
    })
    expect(data).toHaveLength(57)
    expect((await app.checks.get({ ...at, check_run_id: begun.id })).data).toEqual(done)
  })

  test('are found by name and app, the latest first', async () => {
    const { app, at } = it
    const make = (name: string) =>
      app.checks.create({ ...at, name, head_sha: sha, conclusion: 'success' })
    await make('one')
    const { data: second } = await make('one')
    await make('two')
    const latest = await app.checks.listForRef({
      ...at,
      ref: 'main',
      check_name: 'one',
      app_id: 15368,
    })
    expect(latest.data.check_runs.map(({ id }) => id)).toEqual([second.id])
    const all = await app.checks.listForRef({ ...at, ref: sha, check_name: 'one', filter: 'all' })
    expect(all.data.total_count).toBe(2)
    const others = await app.checks.listForRef({ ...at, ref: sha, app_id: 1 })
    expect(others.data.total_count).toBe(0)
  })

  test.each([
    [
      'a summary of too many bytes',
      { output: { title: 't', summary: 'é'.repeat(40_000) } },
      'maximum bytesize of 65535',
    ],
    [
      'a summary of too many characters',
      { output: { title: 't', summary: 'x'.repeat(65_536) } },
      'Only 65535 characters',
    ],
    [
      'four buttons',
      {
        actions: Array.from({ length: 4 }, () => ({
          label: 'l',
          description: 'd',
          identifier: 'i',
        })),
      },
      'No more than 3',
    ],
    [
      'a button with a long label',
      { actions: [{ label: 'l'.repeat(21), description: 'd', identifier: 'i' }] },
      'Invalid request',
    ],
    [
      'an output without a summary',
      { output: { title: 't' } as { title: string; summary: string } },
      'summary',
    ],
    ['completed, but how', { status: 'completed' as const }, 'Validation Failed'],
  ])('%s: 422', async (_, body, message) => {
    const { app, at } = it
    const refused = await refusalOf(app.checks.create({ ...at, name: 'n', head_sha: sha, ...body }))
    expect(refused).toMatchObject({
      status: 422,
      message: expect.stringContaining(message) as string,
    })
  })

  test('only an app writes them, and only its own', async () => {
    const { octokit, app, at, forge, judge } = it
    expect(
      await refusalOf(octokit.checks.create({ ...at, name: 'n', head_sha: sha })),
    ).toMatchObject({ status: 403 })
    const { data: run } = await app.checks.create({ ...at, name: 'n', head_sha: sha })
    const token = forge.createToken({ login: 'other[bot]', appId: 7, permissions: 'write' })
    const other = client(forge, judge, token)
    expect(
      await refusalOf(other.checks.update({ ...at, check_run_id: run.id, name: 'x' })),
    ).toMatchObject({ status: 404 })
  })

  test('a commit that is not there, or not yet: 422', async () => {
    const { app, at, forge } = it
    const make = (head_sha: string) => app.checks.create({ ...at, name: 'late', head_sha })
    expect(await refusalOf(make('a'.repeat(40)))).toMatchObject({
      status: 422,
      message: expect.stringContaining('No commit found for SHA') as string,
    })
    forge.nasty.commitLag = 2
    expect((await refusalOf(make(sha))).status).toBe(422)
    expect((await refusalOf(make(sha))).status).toBe(422)
    expect((await make(sha)).status).toBe(201)
    forge.nasty.commitLag = 0
  })
})

describe('statuses', () => {
  test('the last of a name counts, in whatever case', async () => {
    const { app, at } = it
    const set = (state: 'pending' | 'success', context: string) =>
      app.repos.createCommitStatus({ ...at, sha, state, context, description: 'd' })
    await set('pending', 'Netclaim/Sync')
    expect((await app.repos.getCombinedStatusForRef({ ...at, ref: sha })).data.state).toBe(
      'pending',
    )
    await set('success', 'netclaim/sync')
    const { data } = await app.repos.getCombinedStatusForRef({ ...at, ref: 'main' })
    expect(data).toMatchObject({ state: 'success', total_count: 1 })
    const list = await app.repos.listCommitStatusesForRef({ ...at, ref: sha })
    expect(list.data.map(({ state }) => state)).toEqual(['success', 'pending'])
  })

  test('a long description is refused, and the thousand-and-first of a name', async () => {
    const { app, at } = it
    const set = (description: string) =>
      app.repos.createCommitStatus({ ...at, sha, state: 'success', context: 'many', description })
    expect(await refusalOf(set('x'.repeat(141)))).toMatchObject({
      status: 422,
      message: expect.stringContaining(
        'description is too long (maximum is 140 characters)',
      ) as string,
    })
    const post = () =>
      fetch(`${it.forge.url}/repos/octo/claims/statuses/${sha}`, {
        method: 'POST',
        headers: { authorization: `token ${it.forge.token}` },
        body: JSON.stringify({ state: 'success', context: 'MANY' }),
      })
    for (let at = 0; at < 1000; at += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, post))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
    }
    expect((await refusalOf(set('one more'))).status).toBe(422)
  })
})

test('the forge had no fault of its own', () => {
  expect(it.forge.failures).toEqual([])
})
