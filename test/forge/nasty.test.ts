import { beforeEach, describe, expect, test } from 'vitest'
import { calm } from '../../lib/adapters/embedded-forge/nasty.ts'
import { startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { type Started, started } from './started.ts'

let it: Started
let main: string
let count = 0

beforeEach(async () => {
  it = await started(`nasty-${++count}`, { a: 'x'.repeat(10_000) })
  main = gitIn(it.dir, 'rev-parse', 'main')
})

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const { url, token } = it.forge
  return fetch(`${url}${path}`, { ...init, headers: { authorization: `bearer ${token}` } })
}

function makeBranch(name: string): Promise<Response> {
  const body = JSON.stringify({ ref: `refs/heads/${name}`, sha: main })
  return call('/repos/octo/claims/git/refs', { method: 'POST', body })
}

const REF = '/repos/octo/claims/git/ref/heads/main'

describe('refusals', () => {
  test.each([
    [403, 7, '7'],
    [429, undefined, null],
  ] as const)('a secondary limit by %s', async (limitStatus, retryAfterSeconds, header) => {
    Object.assign(it.forge.nasty, { secondaryLimit: 1, limitStatus, retryAfterSeconds })
    const answer = await call(REF)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([limitStatus, header])
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining('secondary rate limit') as string,
    })
  })

  test('the primary limit, until it is reset', async () => {
    expect((await call(REF)).headers.get('x-ratelimit-remaining')).toBe('4999')
    Object.assign(it.forge.nasty, { primaryLimit: 1, resetSeconds: 30 })
    const { status, headers } = await call(REF)
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([403, '0'])
    const left = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
    expect(left).toBeGreaterThan(25)
    expect(left).toBeLessThan(32)
  })

  test('502 before the effect, and after it', async () => {
    const { nasty } = it.forge
    nasty.failBefore = 1
    expect((await makeBranch('before')).status).toBe(502)
    Object.assign(nasty, { failBefore: 0, failAfter: 1 })
    expect((await makeBranch('after')).status).toBe(502)
    expect(gitIn(it.dir, 'branch', '--format=%(refname:short)').split('\n')).toEqual([
      'after',
      'main',
    ])
  })

  test('a connection that ends in the middle of the body, after the effect', async () => {
    it.forge.nasty.reset = 1
    const answer = await makeBranch('torn')
    expect(answer.status).toBe(201)
    await expect(answer.text()).rejects.toThrow('terminated')
    expect(gitIn(it.dir, 'rev-parse', 'torn')).toBe(main)
  })

  test('GraphQL says 200, and an error', async () => {
    it.forge.nasty.graphqlError = 1
    const body = JSON.stringify({ query: '{ viewer { login } }' })
    const answer = await call('/graphql', { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: null, errors: [{}] })
  })

  test('a slow answer', async () => {
    Object.assign(it.forge.nasty, { slow: 1, slowMs: 150 })
    const start = performance.now()
    expect((await call(REF)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(140)
  })
})

test('the same seed has the same luck, another has another', async () => {
  const lucks: string[] = []
  for (const seed of [5, 5, 6]) {
    Object.assign(it.forge.nasty, calm(), { seed, failBefore: 0.5 })
    it.forge.calls.clear()
    const statuses = []
    for (let at = 0; at < 30; at += 1) statuses.push((await call(REF)).status)
    lucks.push(statuses.join(' '))
  }
  expect(lucks[0]).toBe(lucks[1])
  expect(lucks[2]).not.toBe(lucks[0])
  expect(lucks[0]).toContain('200')
  expect(lucks[0]).toContain('502')
})

test('a ref that moved is seen at its former tip for some reads', async () => {
  it.forge.nasty.refLag = 2
  await makeBranch('lags')
  const read = async () => (await call('/repos/octo/claims/git/ref/heads/lags')).status
  expect([await read(), await read(), await read(), await read()]).toEqual([404, 404, 200, 200])
})

test('a ref moves between two calls', async () => {
  const { forge, dir } = it
  const next = gitIn(dir, 'commit-tree', '-p', main, '-m', 'next', `${main}^{tree}`)
  const seen: string[] = []
  forge.nasty.onCall = ({ method, route, before }) => {
    seen.push(`${method} ${route} ${before}`)
    if (before === 1) gitIn(dir, 'update-ref', 'refs/heads/main', next)
  }
  const tip = async () =>
    ((await (await call(REF)).json()) as { object: { sha: string } }).object.sha
  expect([await tip(), await tip()]).toEqual([main, next])
  const route = 'GET /repos/:owner/:repo/git/ref/:ref{.+}'
  expect(seen).toEqual([`${route} 0`, `${route} 1`])
})

test('an answer that did not change is 304', async () => {
  const first = await call(REF)
  const etag = first.headers.get('etag') ?? ''
  const { url, token } = it.forge
  const headers = { authorization: `bearer ${token}`, 'if-none-match': etag }
  expect((await fetch(`${url}${REF}`, { headers })).status).toBe(304)
  gitIn(
    it.dir,
    'update-ref',
    'refs/heads/main',
    gitIn(it.dir, 'commit-tree', '-m', 'x', `${main}^{tree}`),
  )
  expect((await fetch(`${url}${REF}`, { headers })).status).toBe(200)
})

test('four who write one branch at once, with the forge at its worst, lose nothing', async () => {
  const { forge, dir } = it
  const odds = {
    secondaryLimit: 0.1,
    failBefore: 0.1,
    failAfter: 0.1,
    reset: 0.1,
    graphqlError: 0.1,
  }
  Object.assign(forge.nasty, odds, { seed: 7, refLag: 2 })
  const until = async <T>(work: () => Promise<T | undefined>): Promise<T> => {
    for (let left = 500; left > 0; left -= 1) {
      const found = await work().catch(() => undefined)
      if (found !== undefined) return found
    }
    throw new Error('the forge never answers well')
  }
  const post = (path: string, body: object) =>
    until(async () => {
      const answer = await call(path, { method: 'POST', body: JSON.stringify(body) })
      const json = (await answer.json()) as {
        sha?: string
        data?: object | null
        errors?: object[]
      }
      return answer.ok && json.data !== null ? json : undefined
    })
  const text =
    '{ repository(owner: "octo", name: "claims") { id ref(qualifiedName: "main") { target { oid } } } }'
  const read = async () => {
    const { data } = (await post('/graphql', { query: text })) as {
      data: { repository: { id: string; ref: { target: { oid: string } } } }
    }
    return data.repository
  }
  const update =
    'mutation ($repositoryId: ID!, $refUpdates: [RefUpdate!]!) { updateRefs(input: { repositoryId: $repositoryId, refUpdates: $refUpdates }) { clientMutationId } }'
  /** Whether the file is on main in the end, whatever was answered to the attempts. */
  const write = async (path: string): Promise<void> => {
    const git = '/repos/octo/claims/git'
    while (!gitIn(dir, 'ls-tree', '--name-only', 'main').split('\n').includes(path)) {
      const { id: repositoryId, ref } = await read()
      const parent = ref.target.oid
      const tree = await post(`${git}/trees`, {
        base_tree: parent,
        tree: [{ path, mode: '100644', type: 'blob', content: path }],
      })
      const commit = await post(`${git}/commits`, {
        message: path,
        tree: tree.sha,
        parents: [parent],
      })
      const refUpdates = [{ name: 'refs/heads/main', beforeOid: parent, afterOid: commit.sha }]
      await call('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query: update, variables: { repositoryId, refUpdates } }),
      })
        .then((answer) => answer.text())
        .catch(() => undefined)
    }
  }
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let at = 0; at < 4; at += 1) await write(`file-${writer}-${at}`)
  })
  await Promise.all(writers)
  expect(gitIn(dir, 'ls-tree', '--name-only', 'main').split('\n')).toHaveLength(17)
  expect(gitIn(dir, 'rev-list', '--count', '--min-parents=2', 'main')).toBe('0')
  expect(forge.failures).toEqual([])
  // Sixteen commits; what is refused or lost is tried again.
  expect(forge.calls.get('POST /graphql updateRefs')).toBeLessThan(160)
})

const scratch = scratchFolder()

test('what is known outlives the forge', async () => {
  const folder = `${scratch}/kept`
  const first = await startForge({ folder })
  const { dir } = await first.createRepository({ owner: 'octo', name: 'claims', files: { a: '1' } })
  const sha = gitIn(dir, 'rev-parse', 'main')
  const post = (url: string, token: string) =>
    fetch(`${url}/repos/octo/claims/statuses/${sha}`, {
      method: 'POST',
      headers: { authorization: `bearer ${token}` },
      body: JSON.stringify({ state: 'success', context: 'kept' }),
    })
  expect((await post(first.url, first.token)).status).toBe(201)
  await first.stop()
  const second = await startForge({ folder })
  expect((await post(second.url, second.token)).status).toBe(201)
  const headers = { authorization: `bearer ${second.token}` }
  const answer = await fetch(`${second.url}/repos/octo/claims/commits/main/statuses`, { headers })
  expect(await answer.json()).toHaveLength(2)
  await second.stop()
})
