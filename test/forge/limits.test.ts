import { beforeAll, expect, test } from 'vitest'
import { commitFiles, gitIn, scratchFolder } from '../git/sandbox.ts'
import { refusalOf } from './refusal-of.ts'
import { client, type Started, started } from './started.ts'

const scratch = scratchFolder()
let it: Started

beforeAll(async () => {
  it = await started('limits', { 'a/b': '1\n' })
})

test('a clone and a push by git are all that a person needs', async () => {
  const { forge, octokit, at, dir } = it
  gitIn(scratch, 'clone', '--quiet', dir, 'work')
  const work = `${scratch}/work`
  gitIn(work, 'checkout', '--quiet', '-b', 'claim')
  const head = commitFiles(work, { 'c/d': 'x\n' })
  gitIn(work, 'push', '--quiet', 'origin', 'claim')
  const { data: pull } = await octokit.pulls.create({
    ...at,
    head: 'claim',
    base: 'main',
    title: 'claim',
  })
  expect(pull.head.sha).toBe(head)
  const next = commitFiles(work, { 'c/e': 'y\n' })
  gitIn(work, 'push', '--quiet', 'origin', 'claim')
  await forge.scan()
  const { data } = await octokit.pulls.get({ ...at, pull_number: pull.number })
  expect([data.head.sha, data.changed_files]).toEqual([next, 2])
  gitIn(work, 'push', '--quiet', 'origin', '--delete', 'claim')
  await forge.scan()
  expect((await octokit.pulls.get({ ...at, pull_number: pull.number })).data.state).toBe('closed')
})

test('a comparison tells 300 files, a pull request 3,000, and neither says that there are more', async () => {
  const { octokit, at, dir } = it
  const main = gitIn(dir, 'rev-parse', 'main')
  const tree = Array.from({ length: 3001 }, (_, at) => ({
    path: `m/${at % 50}/${at}`,
    mode: '100644' as const,
    type: 'blob' as const,
    content: `${at}`,
  }))
  const base = await octokit.git.getCommit({ ...at, commit_sha: main })
  const { data: made } = await octokit.git.createTree({
    ...at,
    base_tree: base.data.tree.sha,
    tree,
  })
  const { data: commit } = await octokit.git.createCommit({
    ...at,
    message: 'many',
    tree: made.sha,
    parents: [main],
  })
  await octokit.git.createRef({ ...at, ref: 'refs/heads/many', sha: commit.sha })
  const { data: compared } = await octokit.repos.compareCommitsWithBasehead({
    ...at,
    basehead: 'main...many',
  })
  expect(compared.files).toHaveLength(300)
  const { data: pull } = await octokit.pulls.create({
    ...at,
    head: 'many',
    base: 'main',
    title: 'many',
  })
  expect(pull.changed_files).toBe(3001)
  const page = await octokit.pulls.listFiles({
    ...at,
    pull_number: pull.number,
    per_page: 100,
    page: 30,
  })
  expect(page.data).toHaveLength(100)
  const beyond = await octokit.pulls.listFiles({
    ...at,
    pull_number: pull.number,
    per_page: 100,
    page: 31,
  })
  expect(beyond.data).toEqual([])
})

test('contents of files and folders, and a branch without protection', async () => {
  const { forge, judge, octokit, at } = it
  const file = await octokit.repos.getContent({ ...at, path: 'a/b' })
  expect(file.data).toMatchObject({ type: 'file', encoding: 'base64', content: 'MQo=' })
  const raw = await octokit.repos.getContent({ ...at, path: 'a/b', mediaType: { format: 'raw' } })
  expect(raw.data).toBe('1\n')
  const folder = await octokit.repos.getContent({ ...at, path: '' })
  expect(folder.data).toMatchObject([{ name: 'a', type: 'dir' }])
  expect((await refusalOf(octokit.repos.getContent({ ...at, path: 'none' }))).status).toBe(404)
  const refused = await refusalOf(octokit.repos.getBranchProtection({ ...at, branch: 'main' }))
  expect(refused).toMatchObject({
    status: 404,
    message: expect.stringContaining('Branch not protected') as string,
  })
  const reader = client(
    forge,
    judge,
    forge.createToken({ login: 'reader', permissions: { contents: 'read' } }),
  )
  expect(
    (await refusalOf(reader.repos.getBranchProtection({ ...at, branch: 'main' }))).status,
  ).toBe(403)
  expect(forge.failures).toEqual([])
})
