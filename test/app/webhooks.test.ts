import examples from '@octokit/webhooks-examples'
import { describe, expect, test } from 'vitest'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { SECRET } from './environment.ts'
import { type Given, givenApp, hmac, OLD_SECRET } from './given.ts'

const SHA = 'a'.repeat(40)
const push = {
  ref: 'refs/heads/main',
  after: SHA,
  repository: { full_name: 'kubedc/claims' },
}

describe('a push to main', () => {
  test('is queued, and nothing of it but its ids', async () => {
    const given = givenApp()
    const response = await deliver(given, push)
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ jobs: 1 })
    expect(given.jobs).toEqual([{ kind: 'allocate', repository: 'kubedc/claims', atLeast: SHA }])
  })

  test('signed with the old secret', async () => {
    const given = givenApp()
    expect((await deliver(given, push, { secret: OLD_SECRET })).status).toBe(202)
    expect(given.jobs).toHaveLength(1)
  })

  test('delivered twice is done once', async () => {
    const given = givenApp()
    await deliver(given, push)
    const again = await deliver(given, push)
    expect([again.status, await again.json()]).toEqual([
      202,
      { jobs: 0, note: 'it was delivered before' },
    ])
    expect(given.jobs).toHaveLength(1)
  })

  test('replayed under another id is done once', async () => {
    const given = givenApp()
    await deliver(given, push)
    await deliver(given, push, { headers: { 'X-GitHub-Delivery': 'another' } })
    expect(given.jobs).toHaveLength(1)
  })

  test('that could not be queued is taken when it comes again', async () => {
    let refuses = true
    const jobs: unknown[] = []
    const given = givenApp({
      queue: {
        async send(more) {
          if (refuses) throw new OutsideError('full', { system: 'queue', retryable: true })
          jobs.push(...more)
        },
      },
    })
    const first = await deliver(given, push)
    expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '30'])
    refuses = false
    expect((await deliver(given, push)).status).toBe(202)
    expect(jobs).toHaveLength(1)
  })
})

describe('refused', () => {
  const signed = async (text: string) => `sha256=${await hmac(SECRET, text)}`
  const text = JSON.stringify(push)

  test.each([
    ['another secret', async () => `sha256=${await hmac('guessed', text)}`],
    ['a signature of other bytes', () => signed(`${text} `)],
    ['SHA-1 by name', async () => `sha1=${await hmac(SECRET, text)}`],
    ['bare digits', () => hmac(SECRET, text)],
    ['upper case', async () => `sha256=${(await hmac(SECRET, text)).toUpperCase()}`],
    ['letters before the digits', async () => `sha256=zz${await hmac(SECRET, text)}`],
    ['two signatures in one', async () => `${await signed(text)}, ${await signed(text)}`],
    ['a signature cut short', async () => (await signed(text)).slice(0, -2)],
    ['an empty one', async () => ''],
    ['the prefix alone', async () => 'sha256='],
  ])('%s', async (_, signature) => {
    const given = givenApp()
    const response = await deliver(given, push, {
      headers: { 'X-Hub-Signature-256': await signature() },
    })
    expect(response.status).toBe(401)
    expect(given.jobs).toEqual([])
  })

  test('no signature at all', async () => {
    const given = givenApp()
    const body = new Request('http://netclaim/webhooks/github', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': 'push' },
      body: text,
    })
    expect((await given.app.request(body)).status).toBe(401)
    expect(given.jobs).toEqual([])
  })

  test('a body cut short', async () => {
    const given = givenApp()
    const response = await deliver(given, push, { sent: text.slice(0, -1) })
    expect(response.status).toBe(401)
  })

  test('a form', async () => {
    const given = givenApp()
    const type = 'application/x-www-form-urlencoded'
    const response = await deliver(given, push, { headers: { 'Content-Type': type } })
    expect([response.status, await response.json()]).toEqual([
      415,
      { error: 'the content type must be application/json' },
    ])
  })

  test('signed, but no JSON', async () => {
    expect((await deliver(givenApp(), undefined, { sent: '{"a":', sign: true })).status).toBe(400)
    expect((await deliver(givenApp(), undefined, { sent: '', sign: true })).status).toBe(400)
  })

  test('signed, but no UTF-8', async () => {
    const sent = new Uint8Array([0x22, 0xff, 0x22])
    expect((await deliver(givenApp(), undefined, { sent, sign: true })).status).toBe(400)
  })

  test.each([
    ['no number', 'pull_request', { action: 'opened' }],
    ['a number that is none', 'pull_request', { action: 'opened', number: '7' }],
    ['a negative number', 'pull_request', { action: 'opened', number: -7 }],
    ['a branch for a commit', 'push', { ref: 'refs/heads/main', after: 'main' }],
    ['no commit', 'check_run', { action: 'rerequested', check_run: {} }],
    ['a repository that is a text', 'push', { repository: 'kubedc/claims' }],
    ['a list', 'push', []],
    ['nothing', 'push', null],
  ])('an event with %s', async (_, event, wrong) => {
    const payload = Array.isArray(wrong)
      ? wrong
      : wrong && { repository: { full_name: 'kubedc/claims' }, ...wrong }
    const given = givenApp()
    const response = await deliver(given, payload, { event })
    expect(response.status).toBe(422)
    expect(given.jobs).toEqual([])
  })
})

describe('size', () => {
  const MB = 1024 * 1024

  test('a large body within the limit is taken', async () => {
    const given = givenApp()
    const response = await deliver(given, { ...push, padding: 'x'.repeat(3 * MB) })
    expect(response.status).toBe(202)
    expect(given.jobs).toHaveLength(1)
  })

  test('more than 25 MB by its own word is not read', async () => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled += 1
          controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'Content-Length': String(25 * MB + 1) }
    const response = await stream(givenApp(), body, headers)
    expect(response.status).toBe(413)
    expect(pulled).toBe(0)
  })

  test('more than 25 MB of unknown length is read no further than that', async () => {
    let pulled = 0
    let cancelled = false
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(MB))
      },
      cancel: () => {
        cancelled = true
      },
    })
    const response = await stream(givenApp(), body)
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: `the body is larger than ${25 * MB} bytes` },
    ])
    expect(pulled).toBeLessThanOrEqual(28)
    expect(cancelled).toBe(true)
  })

  test('many large bodies that never end do not fill the memory, nor keep out one that does', async () => {
    const given = givenApp()
    let letGo = (): void => undefined
    const gate = new Promise<void>((done) => {
      letGo = done
    })
    const slow = () =>
      new ReadableStream({
        pull: async (controller) => {
          controller.enqueue(new Uint8Array(20 * MB))
          await gate
          controller.close()
        },
      })
    const all = [1, 2, 3, 4, 5].map(() => stream(given, slow()))
    expect((await deliver(given, { ...push, padding: 'x'.repeat(20 * MB) })).status).toBe(202)
    letGo()
    // Those that began first gave way: two for their likes, one for the one that ended.
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([503, 503, 503, 401, 401])
    expect((await deliver(given, { ...push, padding: 'x'.repeat(3 * MB) })).status).toBe(202)
  })

  test('a body that breaks off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('reset')),
    })
    expect((await stream(givenApp(), body)).status).toBe(400)
  })
})

describe("GitHub's example payloads", () => {
  // Its types call it a module with a default; it is the list itself.
  const all = examples as unknown as readonly { name: string; examples: readonly Example[] }[]
  const named = new Map(all.map((one) => [one.name, one.examples]))
  const table: readonly (readonly [string, string | undefined, string, unknown])[] = [
    ['pull_request', 'opened', 'Codertocat/Hello-World', { kind: 'pull-request', number: 2 }],
    ['pull_request', 'reopened', 'Codertocat/Hello-World', { kind: 'pull-request', number: 2 }],
    ['pull_request', 'synchronize', 'Codertocat/Hello-World', { kind: 'pull-request', number: 2 }],
    [
      'pull_request',
      'ready_for_review',
      'Codertocat/Hello-World',
      { kind: 'pull-request', number: 2 },
    ],
    ['pull_request', 'closed', 'Codertocat/Hello-World', undefined],
    ['pull_request', 'labeled', 'Codertocat/Hello-World', undefined],
    ['pull_request', 'assigned', 'Codertocat/Hello-World', undefined],
    ['pull_request', 'converted_to_draft', 'Codertocat/Hello-World', undefined],
    [
      'merge_group',
      'checks_requested',
      'octo-org/octo-repo',
      {
        kind: 'merge-group',
        base: '380387fbc80638b734a49e1be1c4dfec1c01b33c',
        head: '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d',
      },
    ],
    [
      'check_run',
      'rerequested',
      'github/hello-world',
      { kind: 'commit', sha: 'd6fde92930d4715a2b49857d24b940956b26d2d3' },
    ],
    [
      'check_run',
      'requested_action',
      'electron/electron',
      { kind: 'commit', sha: '5bd5f196a46b8222fb7484f05faba41a73cf34bd' },
    ],
    ['check_run', 'completed', 'Codertocat/Hello-World', undefined],
    ['check_run', 'created', 'Codertocat/Hello-World', undefined],
    [
      'check_suite',
      'rerequested',
      'Codertocat/Hello-World',
      { kind: 'commit', sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821' },
    ],
    ['check_suite', 'requested', 'Codertocat/Hello-World', undefined],
    ['check_suite', 'completed', 'Codertocat/Hello-World', undefined],
    ['star', 'created', 'Codertocat/Hello-World', undefined],
  ]

  test.each(table)('%s %s of %s', async (event, action, repository, job) => {
    const found = (named.get(event) ?? []).filter((one) => one.action === action)
    expect(found.length).toBeGreaterThan(0)
    for (const payload of found) {
      const given = givenApp({ watched: { repositories: [repository], main: 'main' } })
      const response = await deliver(given, payload, { event })
      expect(response.status).toBe(202)
      expect(given.jobs).toEqual(job === undefined ? [] : [{ ...job, repository }])
    }
  })

  test('every one of them is answered, and other repositories get no job', async () => {
    const given = givenApp()
    let count = 0
    for (const [event, payloads] of named) {
      for (const payload of payloads) {
        expect([event, (await deliver(given, payload, { event })).status]).toEqual([event, 202])
        count += 1
      }
    }
    expect(count).toBeGreaterThan(200)
    expect(given.jobs).toEqual([])
  })
})

describe('events by hand', () => {
  const head = 'b'.repeat(40)
  const zeros = '0'.repeat(40)
  test.each<readonly [string, string, object, object | undefined]>([
    [
      'a push of SHA-256 ids',
      'push',
      { ref: 'refs/heads/main', after: 'c'.repeat(64) },
      { kind: 'allocate', atLeast: 'c'.repeat(64) },
    ],
    ['a push to another branch', 'push', { ref: 'refs/heads/feature', after: head }, undefined],
    ['a push to a tag named main', 'push', { ref: 'refs/tags/main', after: head }, undefined],
    ['a push to the state', 'push', { ref: 'refs/heads/netclaim/state', after: head }, undefined],
    [
      'a push to the merge queue',
      'push',
      { ref: 'refs/heads/gh-readonly-queue/main/pr-1-x', after: head },
      undefined,
    ],
    [
      'facts of a cluster',
      'push',
      { ref: 'refs/heads/netclaim/observed/prod-1', after: head },
      { kind: 'allocate', atLeast: head },
    ],
    [
      'a cluster that goes',
      'push',
      { ref: 'refs/heads/netclaim/observed/prod-1', after: zeros },
      { kind: 'allocate' },
    ],
    ['main that goes', 'push', { ref: 'refs/heads/main', after: zeros }, undefined],
    [
      'another title',
      'pull_request',
      { action: 'edited', number: 3, changes: { title: { from: 'x' } } },
      undefined,
    ],
    [
      'another base',
      'pull_request',
      { action: 'edited', number: 3, changes: { base: { ref: { from: 'x' } } } },
      { kind: 'pull-request', number: 3 },
    ],
    [
      'a merge group that goes',
      'merge_group',
      {
        action: 'destroyed',
        merge_group: { head_sha: head, base_sha: head, base_ref: 'refs/heads/main' },
      },
      undefined,
    ],
    [
      'a merge group for another branch',
      'merge_group',
      {
        action: 'checks_requested',
        merge_group: { head_sha: head, base_sha: head, base_ref: 'refs/heads/next' },
      },
      undefined,
    ],
    [
      'our check again',
      'check_run',
      { action: 'rerequested', check_run: { head_sha: head, app: { id: 7 } } },
      { kind: 'commit', sha: head },
    ],
    [
      'the check of another app',
      'check_run',
      { action: 'rerequested', check_run: { head_sha: head, app: { id: 8 } } },
      undefined,
    ],
    [
      'a suite of another app',
      'check_suite',
      { action: 'rerequested', check_suite: { head_sha: head, app: { id: 8 } } },
      undefined,
    ],
    ['an event named like a method', 'constructor', {}, undefined],
    ['an event without a name', '', {}, undefined],
  ])('%s', async (_, event, payload, job) => {
    const given = givenApp({ watched: { repositories: ['kubedc/claims'], main: 'main', appId: 7 } })
    // Forges take names in any case.
    const repository = { full_name: 'KubeDC/Claims' }
    expect((await deliver(given, { ...payload, repository }, { event })).status).toBe(202)
    expect(given.jobs).toEqual(job === undefined ? [] : [{ ...job, repository: 'kubedc/claims' }])
  })
})

describe('of Gitea', () => {
  const headers = { 'X-Gitea-Event': 'pull_request', 'X-Gitea-Delivery': 'f6266f16' }
  const payload = { action: 'synchronized', number: 4, repository: { full_name: 'kubedc/claims' } }

  test.each([
    ['a new head', {}, 1],
    ['another base', { action: 'edited', changes: { ref: { from: 'next' } } }, 1],
    ['another title', { action: 'edited', changes: { title: { from: 'x' } } }, 0],
  ])('%s, signed by bare digits', async (_, more, count) => {
    const given = givenApp({ forge: 'gitea' })
    const text = JSON.stringify({ ...payload, ...more })
    const signature = await hmac(SECRET, text)
    const response = await postGitea(given, text, { ...headers, 'X-Gitea-Signature': signature })
    expect(response.status).toBe(202)
    expect(given.jobs).toHaveLength(count)
  })

  test.each([
    ['an empty signature, as Gitea sends without a secret', ''],
    ['a signature with a prefix', `sha256=${'0'.repeat(64)}`],
    ['a wrong one', '0'.repeat(64)],
  ])('%s', async (_, signature) => {
    const given = givenApp({ forge: 'gitea' })
    const text = JSON.stringify(payload)
    const response = await postGitea(given, text, { ...headers, 'X-Gitea-Signature': signature })
    expect(response.status).toBe(401)
  })

  test("GitHub's door is closed then", async () => {
    expect((await deliver(givenApp({ forge: 'gitea' }), push)).status).toBe(404)
  })

  async function postGitea(given: Given, body: string, more: Record<string, string>) {
    return given.app.request('/webhooks/gitea', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...more },
      body,
    })
  }
})

interface Example {
  readonly action?: string
}

interface Delivery {
  readonly event?: string
  readonly secret?: string
  readonly headers?: Readonly<Record<string, string>>
  /** In place of what is signed. */
  readonly sent?: string | Uint8Array<ArrayBuffer>
  /** Sign what is sent, not the payload. */
  readonly sign?: boolean
}

/** As GitHub sends it. */
async function deliver(given: Given, payload: unknown, how: Delivery = {}): Promise<Response> {
  const text = JSON.stringify(payload) ?? ''
  const sent = how.sent ?? text
  const digits = await hmac(how.secret ?? SECRET, how.sign === true ? sent : text)
  const length = typeof sent === 'string' ? new TextEncoder().encode(sent).byteLength : sent.length
  return given.app.request('/webhooks/github', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(length),
      'X-GitHub-Event': how.event ?? 'push',
      'X-GitHub-Delivery': `72d3162e-${digits.slice(0, 8)}`,
      'X-Hub-Signature-256': `sha256=${digits}`,
      ...how.headers,
    },
    body: sent,
  })
}

/** A body that nobody signed, piece by piece. */
async function stream(given: Given, body: ReadableStream, headers: Record<string, string> = {}) {
  return given.app.request('/webhooks/github', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': 'push',
      'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}`,
      ...headers,
    },
    body,
    duplex: 'half',
  } as RequestInit)
}
