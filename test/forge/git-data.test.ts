import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { gitIn } from '../git/sandbox.ts'
import { refusalOf } from './refusal-of.ts'
import { client, type Started, started } from './started.ts'

const files = {
  'netclaim.yaml': 'a: 1\n',
  'environments/a/vpc.yaml': 'kind: Vpc\n',
  'odd ü "name"': 'x',
}
let it: Started
let main: string

beforeAll(async () => {
  it = await started('git-data', files)
  main = gitIn(it.dir, 'rev-parse', 'main')
})

/** Makes a commit of changed files on a commit, by the REST API. */
async function commit(parent: string, tree: object[], message = 'change'): Promise<string> {
  const { octokit, at } = it
  const base = await octokit.git.getCommit({ ...at, commit_sha: parent })
  const made = await octokit.git.createTree({
    ...at,
    base_tree: base.data.tree.sha,
    tree: tree as never,
  })
  const { data } = await octokit.git.createCommit({
    ...at,
    message,
    tree: made.data.sha,
    parents: [parent],
  })
  return data.sha
}

describe('trees and blobs', () => {
  test('are as git has them', async () => {
    const { octokit, at, dir } = it
    const { data } = await octokit.git.getTree({ ...at, tree_sha: main, recursive: '1' })
    expect(data.truncated).toBe(false)
    expect(
      data.tree.map(({ path, mode, type, sha }) => `${mode} ${type} ${sha}\t${path}`).join('\n'),
    ).toBe(
      gitIn(dir, '-c', 'core.quotePath=false', 'ls-tree', '-r', '-t', '-z', 'main')
        .replaceAll('\0', '\n')
        .trim(),
    )
    const claim = data.tree.find(({ path }) => path === 'environments/a/vpc.yaml')
    const blob = await octokit.git.getBlob({ ...at, file_sha: claim?.sha ?? '' })
    expect(Buffer.from(blob.data.content, 'base64').toString()).toBe('kind: Vpc\n')
    const raw = await octokit.git.getBlob({
      ...at,
      file_sha: claim?.sha ?? '',
      mediaType: { format: 'raw' },
    })
    expect(Buffer.from(raw.data as unknown as ArrayBuffer).toString()).toBe('kind: Vpc\n')
  })

  test('a recursive tree is cut where it is told to be, one level is not', async () => {
    const { octokit, at, forge } = it
    forge.nasty.maxTreeEntries = 2
    const { data } = await octokit.git.getTree({ ...at, tree_sha: 'main', recursive: '1' })
    expect([data.tree.length, data.truncated]).toEqual([2, true])
    const level = await octokit.git.getTree({ ...at, tree_sha: 'main' })
    expect([level.data.tree.length, level.data.truncated]).toEqual([3, false])
    forge.nasty.maxTreeEntries = 100_000
  })

  test('a tree is made of another with entries set and taken out', async () => {
    const { octokit, at, dir } = it
    const { data: blob } = await octokit.git.createBlob({
      ...at,
      content: Buffer.from([0, 255]).toString('base64'),
      encoding: 'base64',
    })
    expect(blob.sha).toBe(
      createHash('sha1')
        .update('blob 2\0')
        .update(Buffer.from([0, 255]))
        .digest('hex'),
    )
    const id = await commit(main, [
      { path: 'environments/a', mode: '040000', type: 'tree', sha: null },
      { path: 'environments/b/new', mode: '100755', type: 'blob', content: 'é\n' },
      { path: 'bin', mode: '100644', type: 'blob', sha: blob.sha },
    ])
    expect(
      gitIn(dir, 'ls-tree', '-r', '--name-only', '-z', id).split('\0').filter(Boolean),
    ).toEqual(['bin', 'environments/b/new', 'netclaim.yaml', 'odd ü "name"'])
    expect(gitIn(dir, 'show', `${id}:environments/b/new`)).toBe('é')
    expect(gitIn(dir, 'fsck', '--strict', '--no-dangling', id)).toBe('')
  })

  test.each([
    [
      'a path that is not there is taken out',
      { path: 'no', mode: '100644', type: 'blob', sha: null },
    ],
    [
      'both a blob and a text',
      { path: 'a', mode: '100644', type: 'blob', sha: 'a'.repeat(40), content: 'x' },
    ],
    ['a blob that is not there', { path: 'a', mode: '100644', type: 'blob', sha: 'a'.repeat(40) }],
    ['a path that leaves the tree', { path: '../a', mode: '100644', type: 'blob', content: 'x' }],
  ])('%s: 422', async (_, entry) => {
    expect(await refusalOf(commit(main, [entry]))).toMatchObject({ status: 422 })
  })
})

describe('commits', () => {
  test('are signed by the forge where nobody is named', async () => {
    const { octokit, at } = it
    const { data } = await octokit.git.getCommit({ ...at, commit_sha: main })
    const signed = await octokit.git.createCommit({
      ...at,
      message: 'x\n\ny',
      tree: data.tree.sha,
      parents: [main],
    })
    expect(signed.data.verification).toMatchObject({ verified: true, reason: 'valid' })
    const author = { name: 'A <B>', email: 'a@example.com', date: '2026-01-02T03:04:05Z' }
    const plain = await octokit.git.createCommit({
      ...at,
      message: 'x',
      tree: data.tree.sha,
      parents: [main],
      author,
    })
    expect(plain.data).toMatchObject({
      verification: { verified: false },
      author: { name: 'A B', date: author.date },
    })
    const read = await octokit.git.getCommit({ ...at, commit_sha: signed.data.sha })
    expect(read.data).toEqual(signed.data)
  })

  test('compare tells the merge base, what is ahead and which files', async () => {
    const { octokit, at } = it
    const one = await commit(main, [{ path: 'one', mode: '100644', type: 'blob', content: '1' }])
    const two = await commit(main, [{ path: 'two', mode: '100644', type: 'blob', content: '2' }])
    const { data } = await octokit.repos.compareCommitsWithBasehead({
      ...at,
      basehead: `${one}...${two}`,
    })
    expect([data.merge_base_commit.sha, data.status, data.ahead_by, data.behind_by]).toEqual([
      main,
      'diverged',
      1,
      1,
    ])
    expect(data.files?.map(({ filename, status }) => [filename, status])).toEqual([
      ['two', 'added'],
    ])
    const whole = await octokit.repos.getCommit({ ...at, ref: two })
    expect(whole.data.stats).toMatchObject({ additions: 1, total: 1 })
    const log = await octokit.repos.listCommits({ ...at, sha: two })
    expect(log.data.map(({ sha }) => sha)).toEqual([two, main])
  })
})

describe('refs', () => {
  test('are made, moved forward, forced and removed', async () => {
    const { octokit, at, dir } = it
    const one = await commit(main, [{ path: 'one', mode: '100644', type: 'blob', content: '1' }])
    const ref = 'heads/netclaim/state'
    await octokit.git.createRef({ ...at, ref: `refs/${ref}`, sha: main })
    expect(
      await refusalOf(octokit.git.createRef({ ...at, ref: `refs/${ref}`, sha: main })),
    ).toMatchObject({ status: 422, message: expect.stringContaining('already exists') as string })
    await octokit.git.updateRef({ ...at, ref, sha: one })
    expect(gitIn(dir, 'rev-parse', `refs/${ref}`)).toBe(one)
    expect(await refusalOf(octokit.git.updateRef({ ...at, ref, sha: main }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('not a fast forward') as string,
    })
    await octokit.git.updateRef({ ...at, ref, sha: main, force: true })
    const { data } = await octokit.git.listMatchingRefs({ ...at, ref: 'heads/netclaim/' })
    expect(data.map((one) => [one.ref, one.object.sha])).toEqual([[`refs/${ref}`, main]])
    expect((await octokit.git.getRef({ ...at, ref })).data.object.sha).toBe(main)
    await octokit.git.deleteRef({ ...at, ref })
    expect(await refusalOf(octokit.git.getRef({ ...at, ref }))).toMatchObject({ status: 404 })
  })

  test('a tarball leaves out what an attribute says, as on GitHub', async () => {
    const { octokit, at } = it
    const id = await commit(main, [
      {
        path: '.gitattributes',
        mode: '100644',
        type: 'blob',
        content: 'netclaim.yaml export-ignore\n',
      },
    ])
    const { data, url } = await octokit.repos.downloadTarballArchive({ ...at, ref: id })
    expect(url).toContain('/codeload/octo/claims/')
    const names = execFileSync('tar', ['-tzf', '-'], {
      input: Buffer.from(data as ArrayBuffer),
      encoding: 'utf8',
    })
    expect(names).toContain('environments/a/vpc.yaml')
    expect(names).not.toContain('netclaim.yaml')
  })
})

test('a token that only reads does not write, and none at all does nothing', async () => {
  const { forge, judge, at } = it
  const reader = client(forge, judge, forge.readToken)
  expect((await reader.git.getRef({ ...at, ref: 'heads/main' })).data.object.sha).toBe(main)
  expect(await refusalOf(reader.git.createBlob({ ...at, content: 'x' }))).toMatchObject({
    status: 403,
  })
  expect(
    await refusalOf(client(forge, judge, 'wrong').git.getRef({ ...at, ref: 'heads/main' })),
  ).toMatchObject({ status: 401 })
})

test('the forge had no fault of its own, and counted the calls', () => {
  expect(it.forge.failures).toEqual([])
  expect(it.forge.calls.get('POST /repos/:owner/:repo/git/trees')).toBeGreaterThan(3)
})
