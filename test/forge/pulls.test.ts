import { beforeAll, describe, expect, test } from 'vitest'
import { gitIn } from '../git/sandbox.ts'
import { newBranch } from './new-branch.ts'
import { refusalOf } from './refusal-of.ts'
import { type Started, started } from './started.ts'

let it: Started

beforeAll(async () => {
  it = await started('pulls', { a: '1\n' })
})

function branch(files: Readonly<Record<string, string>>, from = 'main', dir = it.dir): string {
  return newBranch(dir, files, from)
}

function open(head: string, more: object = {}) {
  return it.octokit.pulls.create({ ...it.at, head, base: 'main', title: `from ${head}`, ...more })
}

describe('opening', () => {
  test('shows what it is, and is found by its base, head and commits', async () => {
    const { octokit, at, dir } = it
    const name = branch({ b: '1\n', c: '2\n' })
    const { data: pull } = await open(name, { body: 'why', draft: true })
    const sha = gitIn(dir, 'rev-parse', name)
    expect(pull).toMatchObject({
      state: 'open',
      draft: true,
      changed_files: 2,
      additions: 2,
      commits: 1,
      mergeable: true,
      head: { sha, ref: name },
    })
    expect(gitIn(dir, 'rev-parse', `refs/pull/${pull.number}/head`)).toBe(sha)
    expect((await octokit.pulls.get({ ...at, pull_number: pull.number })).data).toEqual(pull)
    const list = await octokit.pulls.list({ ...at, base: 'main', head: `octo:${name}` })
    expect(list.data.map(({ number }) => number)).toEqual([pull.number])
    const files = await octokit.pulls.listFiles({ ...at, pull_number: pull.number })
    expect(files.data.map(({ filename }) => filename)).toEqual(['b', 'c'])
    const of = await octokit.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha: sha })
    expect(of.data.map(({ number }) => number)).toEqual([pull.number])
  })

  test('twice for the same branch, for one that is not there, or for nothing: 422', async () => {
    const name = branch({ d: '1' })
    await open(name)
    expect(await refusalOf(open(name))).toMatchObject({
      status: 422,
      message: expect.stringContaining('already exists') as string,
    })
    expect((await refusalOf(open('none'))).status).toBe(422)
    gitIn(it.dir, 'branch', 'same', 'main')
    expect((await refusalOf(open('same'))).message).toContain('No commits between')
  })

  test('from a fork: its commits are the base repository’s, too', async () => {
    const { forge, octokit, at, dir } = it
    const fork = await forge.fork('octo/claims', 'stranger')
    const name = branch({ e: '1' }, 'main', fork.dir)
    const sha = gitIn(fork.dir, 'rev-parse', name)
    const { data: pull } = await open(`stranger:${name}`)
    expect(pull.head).toMatchObject({
      sha,
      label: `stranger:${name}`,
      repo: { full_name: 'stranger/claims', fork: true },
    })
    expect(gitIn(dir, 'cat-file', '-t', sha)).toBe('commit')
    const next = branch({ f: '1' }, name, fork.dir)
    gitIn(fork.dir, 'update-ref', `refs/heads/${name}`, next)
    await forge.scan()
    const { data } = await octokit.pulls.get({ ...at, pull_number: pull.number })
    expect(data.head.sha).toBe(gitIn(fork.dir, 'rev-parse', next))
    expect(gitIn(dir, 'rev-parse', `refs/pull/${pull.number}/head`)).toBe(data.head.sha)
  })
})

describe('merging', () => {
  test.each([
    ['merge', 2],
    ['squash', 1],
    ['rebase', 1],
  ] as const)('by %s', async (merge_method, parents) => {
    const { octokit, at, dir } = it
    const name = branch({ [`by-${merge_method}`]: '1' })
    const { data: pull } = await open(name)
    const before = gitIn(dir, 'rev-parse', 'main')
    const { data: merged } = await octokit.pulls.merge({
      ...at,
      pull_number: pull.number,
      merge_method,
      sha: pull.head.sha,
    })
    expect(gitIn(dir, 'rev-parse', 'main')).toBe(merged.sha)
    const ids = gitIn(dir, 'rev-parse', 'main^@').split('\n')
    expect(ids[0]).toBe(before)
    expect(ids).toHaveLength(parents)
    expect(gitIn(dir, 'show', `main:by-${merge_method}`)).toBe('1')
    const { data } = await octokit.pulls.get({ ...at, pull_number: pull.number })
    expect(data).toMatchObject({
      merged: true,
      state: 'closed',
      merge_commit_sha: merged.sha,
      merged_by: { login: 'octocat' },
    })
    expect((await octokit.pulls.checkIfMerged({ ...at, pull_number: pull.number })).status).toBe(
      204,
    )
    const of = await octokit.repos.listPullRequestsAssociatedWithCommit({
      ...at,
      commit_sha: merged.sha,
    })
    expect(of.data.map(({ number }) => number)).toEqual([pull.number])
    expect((await refusalOf(octokit.pulls.merge({ ...at, pull_number: pull.number }))).status).toBe(
      405,
    )
  })

  test('what conflicts: 405, and what moved: 409', async () => {
    const { octokit, at } = it
    const [one, two] = [branch({ same: '1\n' }), branch({ same: '2\n' })]
    const [first, second] = [await open(one), await open(two)]
    await octokit.pulls.merge({ ...at, pull_number: first.data.number })
    const { data } = await octokit.pulls.get({ ...at, pull_number: second.data.number })
    expect(data).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
    const merge = (sha: string) =>
      octokit.pulls.merge({ ...at, pull_number: second.data.number, sha })
    expect((await refusalOf(merge(data.head.sha))).status).toBe(405)
    expect((await refusalOf(merge(data.base.sha))).status).toBe(409)
  })

  test('by hand, with git, is noticed', async () => {
    const { forge, octokit, at, dir } = it
    const name = branch({ hand: '1' })
    const { data: pull } = await open(name)
    gitIn(dir, 'update-ref', 'refs/heads/main', pull.head.sha)
    await forge.scan()
    const { data } = await octokit.pulls.get({ ...at, pull_number: pull.number })
    expect(data).toMatchObject({ merged: true, merge_commit_sha: pull.head.sha })
  })
})

test('is changed, closed and opened again, and commented on', async () => {
  const { octokit, app, at, dir } = it
  gitIn(dir, 'branch', 'release', 'main')
  const { data: pull } = await open(branch({ g: '1' }))
  const change = (more: object) =>
    octokit.pulls.update({ ...at, pull_number: pull.number, ...more })
  expect((await change({ title: 'other', base: 'release' })).data).toMatchObject({
    title: 'other',
    base: { ref: 'release' },
  })
  expect((await change({ state: 'closed' })).data.closed_at).not.toBeNull()
  expect((await change({ state: 'open' })).data).toMatchObject({ state: 'open', closed_at: null })
  const issue = { ...at, issue_number: pull.number }
  const { data: comment } = await app.issues.createComment({ ...issue, body: '<!-- mark -->' })
  await app.issues.updateComment({ ...at, comment_id: comment.id, body: 'new' })
  const { data } = await app.issues.listComments(issue)
  expect(data.map(({ body, user }) => [body, user?.login])).toEqual([['new', 'netclaim[bot]']])
  expect(
    (await refusalOf(app.issues.createComment({ ...issue, body: 'x'.repeat(65_537) }))).status,
  ).toBe(422)
  const commit = { ...at, commit_sha: pull.head.sha }
  const { data: note } = await app.repos.createCommitComment({ ...commit, body: 'one' })
  await app.repos.updateCommitComment({ ...at, comment_id: note.id, body: 'two' })
  const notes = await app.repos.listCommentsForCommit(commit)
  expect(notes.data.map(({ body }) => body)).toEqual(['two'])
})

test('lists come in pages', async () => {
  const { octokit, at } = it
  const all = await octokit.paginate(octokit.pulls.list, { ...at, state: 'all', per_page: 2 })
  const once = await octokit.pulls.list({ ...at, state: 'all', per_page: 100 })
  expect(all.map(({ number }) => number)).toEqual(once.data.map(({ number }) => number))
})

test('rules are told, and hold a merge back', async () => {
  const { forge, octokit, app, at } = it
  forge.addRuleset('octo/claims', {
    name: 'main',
    target: 'branch',
    enforcement: 'active',
    bypass_actors: [{ actor_id: 7, actor_type: 'Integration', bypass_mode: 'always' }],
    conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
    rules: [
      { type: 'non_fast_forward' },
      {
        type: 'required_status_checks',
        parameters: {
          strict_required_status_checks_policy: false,
          required_status_checks: [{ context: 'netclaim', integration_id: 15368 }],
        },
      },
    ],
  })
  const { data: rules } = await octokit.repos.getBranchRules({ ...at, branch: 'main' })
  expect(rules.map(({ type }) => type)).toEqual(['non_fast_forward', 'required_status_checks'])
  expect((await octokit.repos.getBranchRules({ ...at, branch: 'release' })).data).toEqual([])
  const { data: sets } = await octokit.repos.getRepoRulesets(at)
  const { data: set } = await octokit.repos.getRepoRuleset({ ...at, ruleset_id: sets[0]?.id ?? 0 })
  expect(set).toMatchObject({ name: 'main', bypass_actors: [{ actor_id: 7 }] })
  expect((await octokit.repos.getBranch({ ...at, branch: 'main' })).data.protected).toBe(true)

  const { data: pull } = await open(branch({ h: '1' }))
  const merge = () => octokit.pulls.merge({ ...at, pull_number: pull.number })
  expect(await refusalOf(merge())).toMatchObject({
    status: 405,
    message: expect.stringContaining('"netclaim" is expected') as string,
  })
  await app.checks.create({
    ...at,
    name: 'netclaim',
    head_sha: pull.head.sha,
    conclusion: 'success',
  })
  expect((await merge()).data.merged).toBe(true)
})

test('the forge had no fault of its own', () => {
  expect(it.forge.failures).toEqual([])
})
