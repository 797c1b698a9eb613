import { beforeAll, describe, expect, test } from 'vitest'
import { gitIn, gitWith } from '../git/sandbox.ts'
import { type Started, started } from './started.ts'

let it: Started
let main: string
let repositoryId: string
const ZEROS = '0'.repeat(40)

beforeAll(async () => {
  it = await started('graphql', { 'a/b.yaml': 'kind: Vpc\n', 'big.txt': 'é'.repeat(300_000) })
  main = gitIn(it.dir, 'rev-parse', 'main')
  repositoryId = (await it.octokit.repos.get(it.at)).data.node_id
})

function query<T>(text: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
  return it.octokit.graphql<T>(text, { owner: 'octo', name: 'claims', ...variables })
}

async function errorsOf(
  call: Promise<unknown>,
): Promise<readonly { type?: string; message: string }[]> {
  const error = await call.then(
    () => undefined,
    (caught: { errors: { type?: string; message: string }[] }) => caught,
  )
  if (error === undefined) throw new Error('it had no errors')
  return error.errors
}

/** A commit on another with one file more. */
function commitOn(parent: string, path: string): string {
  const blob = gitWith(it.dir, path, 'hash-object', '-w', '--stdin')
  const tree = gitWith(it.dir, `100644 blob ${blob}\t${path}\n`, 'mktree')
  return gitIn(it.dir, 'commit-tree', '-p', parent, '-m', path, tree)
}

describe('reads', () => {
  test('a ref, objects by id and by path, and a text that is cut', async () => {
    const found = await query<{ repository: Record<string, Record<string, unknown>> }>(
      `query ($owner: String!, $name: String!, $oid: GitObjectID!) {
        repository(owner: $owner, name: $name) {
          id
          ref(qualifiedName: "refs/heads/main") { name target { oid ... on Commit { message tree { oid entries { name path mode type oid } } } } }
          commit: object(oid: $oid) { __typename oid }
          tree: object(expression: "main:a") { ... on Tree { entries { name path object { ... on Blob { text byteSize isBinary isTruncated } } } } }
          big: object(expression: "main:big.txt") { ... on Blob { text byteSize isBinary isTruncated } }
          none: object(expression: "main:none") { oid }
          refs(refPrefix: "refs/heads/", first: 10) { totalCount nodes { name target { oid } } }
        }
      }`,
      { oid: main },
    )
    const { ref, commit, tree, big, none, refs } = found.repository
    expect(ref).toMatchObject({ name: 'main', target: { oid: main, message: 'first' } })
    expect(commit).toEqual({ __typename: 'Commit', oid: main })
    const blob = { text: 'kind: Vpc\n', byteSize: 10, isBinary: false, isTruncated: false }
    expect(tree).toEqual({ entries: [{ name: 'b.yaml', path: 'a/b.yaml', object: blob }] })
    expect(big).toMatchObject({ byteSize: 600_000, isTruncated: true })
    expect(Buffer.byteLength(String(big?.['text']))).toBe(512_000)
    expect(none).toBeNull()
    expect(refs).toEqual({ totalCount: 1, nodes: [{ name: 'main', target: { oid: main } }] })
  })

  test.each([
    [
      'a field that GitHub does not have',
      '{ repository(owner: "octo", name: "claims") { nope } }',
      'Cannot query field "nope"',
    ],
    [
      'a list without a bound',
      '{ repository(owner: "octo", name: "claims") { pullRequests { totalCount } } }',
      'must provide a `first` or `last`',
    ],
    [
      'a list of too many',
      '{ repository(owner: "octo", name: "claims") { pullRequests(first: 101) { totalCount } } }',
      'exceeds the `first` limit',
    ],
    [
      'a repository that is not there',
      '{ repository(owner: "octo", name: "none") { id } }',
      'Could not resolve',
    ],
    [
      'a field that the forge does not have',
      '{ repository(owner: "octo", name: "claims") { stargazerCount } }',
      'the embedded forge has no Repository.stargazerCount',
    ],
  ])('%s is refused', async (_, text, message) => {
    const [error] = await errorsOf(it.octokit.graphql(text))
    expect(error?.message).toContain(message)
  })
})

const UPDATE = `mutation ($repositoryId: ID!, $refUpdates: [RefUpdate!]!) {
  updateRefs(input: { repositoryId: $repositoryId, refUpdates: $refUpdates }) { clientMutationId }
}`

describe('updateRefs', () => {
  function update(...refUpdates: readonly object[]): Promise<unknown> {
    return query(UPDATE, { repositoryId, refUpdates })
  }

  test('makes, moves and removes refs', async () => {
    const name = 'refs/heads/netclaim/state'
    const next = commitOn(main, 'next')
    await update({ name, beforeOid: ZEROS, afterOid: main })
    await update({ name, beforeOid: main, afterOid: next })
    expect(gitIn(it.dir, 'rev-parse', name)).toBe(next)
    await update({ name, beforeOid: next, afterOid: ZEROS })
    expect(gitIn(it.dir, 'for-each-ref', name)).toBe('')
  })

  test('moves all or none, and says STALE_DATA', async () => {
    const next = commitOn(main, 'other')
    const [error] = await errorsOf(
      update(
        { name: 'refs/heads/one', beforeOid: ZEROS, afterOid: next },
        { name: 'refs/heads/main', beforeOid: next, afterOid: next },
      ),
    )
    expect(error?.type).toBe('STALE_DATA')
    expect(gitIn(it.dir, 'for-each-ref', 'refs/heads/one')).toBe('')
  })

  test('one of many who move the same ref wins', async () => {
    await update({ name: 'refs/heads/race', beforeOid: ZEROS, afterOid: main })
    const commits = Array.from({ length: 6 }, (_, at) => commitOn(main, `race-${at}`))
    const all = await Promise.allSettled(
      commits.map((afterOid) => update({ name: 'refs/heads/race', beforeOid: main, afterOid })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('only forward, as long as it is not forced', async () => {
    const next = commitOn(main, 'forced')
    const name = 'refs/heads/forced'
    await update({ name, afterOid: next })
    const [error] = await errorsOf(update({ name, beforeOid: next, afterOid: main }))
    expect(error?.message).toContain('not a fast forward')
    await update({ name, beforeOid: next, afterOid: main, force: true })
    expect(gitIn(it.dir, 'rev-parse', name)).toBe(main)
  })
})

test('createCommitOnBranch commits what it is given, on the head that is expected', async () => {
  const text = `mutation ($input: CreateCommitOnBranchInput!) {
    createCommitOnBranch(input: $input) { commit { oid message signature { isValid } } ref { name target { oid } } }
  }`
  gitIn(it.dir, 'update-ref', 'refs/heads/work', main)
  const input = {
    branch: { repositoryNameWithOwner: 'octo/claims', branchName: 'work' },
    message: { headline: 'one', body: 'two' },
    expectedHeadOid: main,
    fileChanges: {
      additions: [{ path: 'c/d', contents: Buffer.from('x').toString('base64') }],
      deletions: [{ path: 'big.txt' }],
    },
  }
  const { createCommitOnBranch: made } = await query<{
    createCommitOnBranch: { commit: { oid: string } }
  }>(text, { input })
  expect(made).toMatchObject({
    commit: { message: 'one\n\ntwo', signature: { isValid: true } },
    ref: { name: 'work' },
  })
  expect(gitIn(it.dir, 'ls-tree', '-r', '--name-only', 'work')).toBe('a/b.yaml\nc/d')
  const [error] = await errorsOf(query(text, { input }))
  expect(error?.type).toBe('STALE_DATA')
})

test('pull requests come with what their checks say', async () => {
  const { octokit, app, at, dir } = it
  const head = commitOn(main, 'claim')
  gitIn(dir, 'update-ref', 'refs/heads/claim', head)
  const { data: pull } = await octokit.pulls.create({
    ...at,
    head: 'claim',
    base: 'main',
    title: 'a claim',
  })
  await app.checks.create({
    ...at,
    name: 'netclaim',
    head_sha: head,
    external_id: 'key',
    status: 'in_progress',
  })
  await app.repos.createCommitStatus({ ...at, sha: head, state: 'success', context: 'other' })
  const found = await query<{ repository: { pullRequests: { nodes: unknown[] } } }>(
    `query ($owner: String!, $name: String!) {
      repository(owner: $owner, name: $name) {
        pullRequests(states: [OPEN], baseRefName: "main", first: 100) {
          pageInfo { hasNextPage endCursor }
          nodes {
            number headRefOid headRefName baseRefName isDraft isCrossRepository state
            commits(last: 1) { nodes { commit {
              oid
              checkSuites(first: 10, filterBy: { appId: 15368 }) { nodes { checkRuns(first: 10, filterBy: { checkName: "netclaim" }) {
                nodes { databaseId name externalId status conclusion startedAt }
              } } }
              statusCheckRollup { contexts(first: 10) { nodes { ... on CheckRun { name } ... on StatusContext { context state } } } }
            } } }
          }
        }
      }
    }`,
  )
  const [node] = found.repository.pullRequests.nodes
  expect(node).toMatchObject({
    number: pull.number,
    headRefOid: head,
    isCrossRepository: false,
    state: 'OPEN',
  })
  expect(node).toMatchObject({
    commits: {
      nodes: [
        {
          commit: {
            oid: head,
            checkSuites: {
              nodes: [
                {
                  checkRuns: {
                    nodes: [{ externalId: 'key', status: 'IN_PROGRESS', conclusion: null }],
                  },
                },
              ],
            },
            statusCheckRollup: {
              contexts: { nodes: [{ name: 'netclaim' }, { context: 'other', state: 'SUCCESS' }] },
            },
          },
        },
      ],
    },
  })
})

test('who wrote a status: an app without the ending that its name has as the viewer', async () => {
  const { octokit, app, at } = it
  const sha = commitOn(main, 'said by two')
  gitIn(it.dir, 'update-ref', 'refs/heads/said', sha)
  const state = 'success' as const
  await octokit.repos.createCommitStatus({ ...at, sha, state, context: 'a' })
  const { data } = await app.repos.createCommitStatus({ ...at, sha, state, context: 'b' })
  expect(data.creator).toMatchObject({ login: 'netclaim[bot]', type: 'Bot' })
  const found = await query<{ viewer: { login: string }; repository: unknown }>(
    `query ($owner: String!, $name: String!) {
      viewer { login }
      repository(owner: $owner, name: $name) {
        object(expression: "said") { ... on Commit {
          status { contexts { context creator { __typename login } } }
        } }
      }
    }`,
  )
  expect(found.repository).toEqual({
    object: {
      status: {
        contexts: [
          { context: 'a', creator: { __typename: 'User', login: found.viewer.login } },
          { context: 'b', creator: { __typename: 'Bot', login: 'netclaim' } },
        ],
      },
    },
  })
})

test('the forge had no fault of its own', () => {
  expect(it.forge.failures).toEqual([])
  expect(it.forge.calls.get('POST /graphql updateRefs')).toBeGreaterThan(8)
})
