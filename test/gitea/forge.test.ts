import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import { giteaClient } from '../../lib/adapters/gitea/client.ts'
import { giteaForge } from '../../lib/adapters/gitea/forge.ts'
import type { Answer, Forge } from '../../lib/ports/forge.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { type Clone, cloneOf, mergePull, openPull } from './clone.ts'
import { realClock } from './real-clock.ts'
import { hasGitea, type RealGitea, startGitea } from './real-gitea.ts'

const scratch = scratchFolder()
const Comments = z.array(
  z.object({ id: z.number(), body: z.string(), user: z.object({ login: z.string() }) }),
)
const Statuses = z.array(z.object({ context: z.string(), status: z.string() }))

describe.skipIf(!hasGitea)('a real Gitea as a forge', () => {
  let gitea: RealGitea
  let repository: string
  let clone: Clone
  let forge: Forge
  let first: string

  beforeAll(async () => {
    gitea = await startGitea()
    repository = await gitea.newRepository('claims')
    clone = cloneOf(gitea, join(scratch, 'work'), repository, gitea.operator)
    first = clone.push('main', { 'netclaim.yaml': '# none\n' })
    forge = forgeOf(gitea, 'claims')
  })
  afterAll(() => gitea?.stop())

  const commentsOf = async (number: number) => {
    const path = `/repos/${repository}/issues/${number}/comments`
    return Comments.parse((await gitea.api(gitea.operator, 'GET', path)).json)
  }
  const writtenOn = async (commit: string) => {
    const path = `/repos/${repository}/statuses/${commit}?limit=50`
    return Statuses.parse((await gitea.api(gitea.operator, 'GET', path)).json)
  }

  test('pull requests: one, none, drafts, a fork’s, and those against another branch', async () => {
    const head = clone.push('one', { a: '1\n' })
    const number = await openPull(gitea, gitea.operator, { repository, head: 'one' })
    expect(await forge.pullRequest(number)).toEqual({
      number,
      head,
      base: 'main',
      branch: 'one',
      draft: false,
      isFork: false,
      state: 'open',
    })
    expect(await forge.pullRequest(4711)).toBeUndefined()

    await gitea.api(gitea.stranger, 'POST', `/repos/${repository}/forks`, {})
    const fork = cloneOf(gitea, join(scratch, 'fork'), 'stranger/claims', gitea.stranger)
    fork.pull('main')
    const theirs = fork.push('ask', { b: '1\n' })
    const ask = { repository, head: 'stranger:ask', title: 'WIP: may I' }
    const draft = await openPull(gitea, gitea.stranger, ask)
    expect(await forge.pullRequest(draft)).toMatchObject({
      head: theirs,
      isFork: true,
      draft: true,
    })

    await forge.begin(theirs, 'v1:a:b')
    const open = await forge.openPullRequests('main')
    expect(open.map(({ pullRequest }) => pullRequest.number)).toEqual([number, draft])
    expect(open.map((one) => one.answered?.key)).toEqual([undefined, 'v1:a:b'])
    expect(await forge.openPullRequests('other')).toEqual([])
    expect(await forge.pullRequestsOf(theirs)).toEqual([draft])
    expect(await forge.mergeGroups('main')).toEqual([])

    await gitea.api(gitea.operator, 'PATCH', `/repos/${repository}/pulls/${draft}`, {
      state: 'closed',
    })
    expect(await forge.pullRequest(draft)).toMatchObject({ state: 'closed' })
    await mergePull(gitea, gitea.operator, repository, number)
    expect(await forge.pullRequest(number)).toMatchObject({ state: 'merged', head })
    expect(await forge.pullRequestsOf(clone.pull('main'))).toEqual([number])
    expect(await forge.pullRequestsOf(head)).toEqual([number])
    expect(await forge.pullRequestsOf(first)).toEqual([])
  })

  test('a pull request that we ask for: opened at once, changed, left, and not again where it is closed', async () => {
    const head = clone.push('asked', { q: '1\n' })
    const wanted = { branch: 'asked', head, base: 'main', title: 'A title', text: 'A *text*\n' }
    const first = await forge.propose(wanted)
    const { number } = first
    expect(first).toEqual({
      number,
      url: `${gitea.url}/${repository}/pulls/${number}`,
      outcome: 'opened',
    })
    expect(await forge.propose(wanted)).toEqual({ ...first, outcome: 'same' })
    const next = { ...wanted, head: clone.push('asked', { q: '2\n' }), title: 'Another', text: 'b' }
    expect(await forge.propose(next)).toEqual({ ...first, outcome: 'changed' })
    const path = `/repos/${repository}/pulls/${number}`
    const shown = await gitea.api(gitea.operator, 'GET', path)
    expect(shown.json).toMatchObject({ title: 'Another', body: 'b', user: { login: 'netclaim' } })

    await until(async () => (await forge.pullRequest(number))?.head === next.head)
    await gitea.api(gitea.operator, 'PATCH', path, { state: 'closed' })
    expect(await forge.propose(next)).toEqual({ ...first, outcome: 'declined' })
    const later = { ...wanted, head: clone.push('asked', { q: '3\n' }) }
    const [one, other] = await Promise.all([forge.propose(later), forge.propose(later)])
    expect(one.number).toBe(other.number)
    const open = await forge.openPullRequests('main')
    expect(open.filter(({ pullRequest }) => pullRequest.branch === 'asked')).toHaveLength(1)
    expect(one.number).not.toBe(number)
    await gitea.api(gitea.operator, 'PATCH', `/repos/${repository}/pulls/${one.number}`, {
      state: 'closed',
    })
  })

  test('the check on a commit: begun, answered, and known again by its key', async () => {
    const sha = clone.push('check', { c: '1\n' })
    const pullRequest = await openPull(gitea, gitea.operator, { repository, head: 'check' })
    expect(await forge.answered(sha)).toBeUndefined()
    const before = Date.now() - 1_000
    await forge.begin(sha, 'key %?&#é')
    const begun = await forge.answered(sha)
    expect(begun).toMatchObject({ key: 'key %?&#é' })
    expect(begun?.conclusion).toBeUndefined()
    expect(begun?.since).toBeGreaterThanOrEqual(before)

    await forge.answer({ ...refusal, sha, pullRequest })
    expect(await forge.answered(sha)).toMatchObject({ conclusion: 'failure', key: refusal.key })
    const [comment, ...others] = await commentsOf(pullRequest)
    expect(others).toEqual([])
    expect(comment?.user.login).toBe('netclaim')
    expect(comment?.body).toContain('### 1 conflict: web')
    expect(comment?.body).toContain(
      `[\`environments/a b/c.yaml:3\`](${gitea.url}/operator/claims/src/commit/${sha}/environments/a%20b/c.yaml#L3)`,
    )
    await forge.answer({ ...refusal, sha, pullRequest })
    expect((await writtenOn(sha)).map(({ status }) => status).toSorted()).toEqual([
      'failure',
      'pending',
    ])

    // As a browser shows it: links, and nothing of what a stranger wrote.
    const page = await (await fetch(`${gitea.url}/operator/claims/pulls/${pullRequest}`)).text()
    expect(page).toContain(`/src/commit/${sha}/environments/a%20b/c.yaml#L3"`)
    expect(page).not.toMatch(/<b>bold|<i>\/b|(?:href|src)="(?:javascript|http:\/\/evil)/)
    expect(page).not.toMatch(/href="[^"]*\/stranger"[^>]*>@stranger/)
    expect(page).not.toContain('class="ref-issue"')

    await forge.answer({
      ...refusal,
      sha,
      pullRequest,
      conclusion: 'neutral',
      key: 'n',
      title: 't',
    })
    expect(await forge.answered(sha)).toMatchObject({ conclusion: 'neutral', key: 'n' })
    const after = await commentsOf(pullRequest)
    expect(after.map(({ id }) => id)).toEqual([comment?.id])
    expect(after[0]?.body).not.toContain('conflict')
  })

  test('a newer commit keeps its comment, whatever is said of the older one', async () => {
    const old = clone.push('race', { d: '1\n' })
    const pullRequest = await openPull(gitea, gitea.operator, { repository, head: 'race' })
    const sha = clone.push('race', { d: '2\n' })
    await until(async () => (await forge.pullRequest(pullRequest))?.head === sha)
    await forge.answer({ ...refusal, sha, pullRequest, title: 'new', summary: 'of the new' })
    await forge.answer({ ...refusal, sha: old, pullRequest, title: 'old', summary: 'of the old' })
    await forge.answer({ ...refusal, sha: old, pullRequest, conclusion: 'cancelled' })
    expect(await forge.answered(old)).toMatchObject({ conclusion: 'cancelled' })
    const bodies = (await commentsOf(pullRequest)).map(({ body }) => body)
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toContain('of the new')
  })

  test('what others write under our names is nothing of ours', async () => {
    const sha = clone.push('spoof', { e: '1\n' })
    const pullRequest = await openPull(gitea, gitea.operator, { repository, head: 'spoof' })
    const spoof = {
      context: 'netclaim',
      state: 'success' as const,
      target_url: 'http://x/?netclaim=success:k',
    }
    const path = `/repos/${repository}/statuses/${sha}`
    expect((await gitea.api(gitea.operator, 'POST', path, spoof)).status).toBe(201)
    expect(await forge.answered(sha)).toBeUndefined()
    expect(await forge.statuses(sha)).toEqual([])
    // The same words, and ours all the same.
    const { target_url: url, ...same } = { ...spoof, description: '' } as const
    await forge.setStatus(sha, { ...same, url })
    expect(await forge.answered(sha)).toMatchObject({ key: 'k' })

    const issue = `/repos/${repository}/issues/${pullRequest}/comments`
    const quoted = '<!-- netclaim:note -->\nmine'
    await gitea.api(gitea.operator, 'POST', issue, { body: quoted })
    await forge.comment(pullRequest, 'note', '')
    expect(await commentsOf(pullRequest)).toHaveLength(1)
    await forge.comment(pullRequest, 'note', 'ours')
    await forge.comment(pullRequest, 'note', 'ours again')
    await forge.comment(pullRequest, 'other', 'of another kind')
    const bodies = (await commentsOf(pullRequest)).map(({ body }) => body)
    expect(bodies.map((body) => body.split('\n').slice(1).join('\n'))).toEqual([
      'mine',
      'ours again',
      'of another kind',
    ])
    // Two runs that met left two; the next leaves one.
    await gitea.api(gitea.netclaim, 'POST', issue, { body: quoted })
    await forge.comment(pullRequest, 'note', '')
    const left = (await commentsOf(pullRequest)).filter(({ user }) => user.login === 'netclaim')
    expect(left.map(({ body }) => body)).toEqual([
      '<!-- netclaim:note -->',
      '<!-- netclaim:other -->\nof another kind',
    ])
  })

  test('statuses: written once, cut, and read back', async () => {
    const status = {
      context: 'netclaim/allocate',
      state: 'success',
      description: 'é'.repeat(300),
    } as const
    await forge.setStatus(first, status)
    await forge.setStatus(first, status)
    await forge.setStatus(first, {
      ...status,
      context: 'netclaim/sync/a',
      state: 'error',
      url: 'http://a/',
    })
    const path = `/repos/${repository}/statuses/${first}`
    const foreign = { context: 'ci', state: 'warning', description: 'w' }
    await gitea.api(gitea.operator, 'POST', path, foreign)
    const read = await forge.statuses(first)
    expect(read.toSorted((a, b) => (a.context < b.context ? -1 : 1))).toEqual([
      { ...status, description: `${'é'.repeat(254)}…` },
      {
        ...status,
        description: `${'é'.repeat(254)}…`,
        context: 'netclaim/sync/a',
        state: 'error',
        url: 'http://a/',
      },
    ])
    expect(await writtenOn(first)).toHaveLength(3)
    // More names than one page holds.
    const more = Array.from({ length: 55 }, (_, i) => ({ context: `c${i}`, state: 'success' }))
    await Promise.all(more.map((one) => gitea.api(gitea.netclaim, 'POST', path, one)))
    expect(await forge.statuses(first)).toHaveLength(57)
    expect(await forge.statuses('1'.repeat(40))).toEqual([])
  })

  test('a text for a commit stands under the pull request that brought it', async () => {
    const head = clone.push('text', { f: '1\n' })
    const number = await openPull(gitea, gitea.operator, { repository, head: 'text' })
    await mergePull(gitea, gitea.operator, repository, number)
    await until(async () => (await forge.pullRequest(number))?.state === 'merged')
    const merge = clone.pull('main')
    await forge.commentOnCommit(merge, 'allocate', 'resolved', { over: true })
    expect(await commentsOf(number)).toEqual([])
    await forge.commentOnCommit(merge, 'allocate', 'web was rejected')
    await forge.commentOnCommit(merge, 'allocate', 'web was rejected, still', { over: true })
    expect((await commentsOf(number)).map(({ body }) => body.split('\n').at(-1))).toEqual([
      'web was rejected, still',
    ])
    expect(merge).not.toBe(head)
    await forge.commentOnCommit(first, 'allocate', 'nobody asked for this one')
  })

  test('a private repository is read with the token, which is kept nowhere', async () => {
    const name = await gitea.newRepository('private', { private: true, auto_init: true })
    const wanted = { names: ['main'], below: [] }
    const access = { folder: join(scratch, 'mirror'), url: `${gitea.url}/${name}.git` }
    await expect(gitMirror(access)).rejects.toMatchObject({ system: 'git' })
    const { token } = gitea.netclaim
    const mirror = await gitMirror({ ...access, authorization: `token ${token}` })
    expect((await mirror.tips(wanted)).size).toBe(1)
    const files = globSync('**/*', { cwd: access.folder, withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.filter((text) => text.includes(token))).toEqual([])
  })

  test('a commit that Gitea does not have yet can be answered later', async () => {
    const impatient = forgeOf(gitea, 'claims', { ...realClock, pause: () => Promise.resolve() })
    await expect(impatient.begin('1'.repeat(40), 'k')).rejects.toMatchObject({
      name: 'OutsideError',
      system: 'gitea',
      retryable: true,
    })
    await expect(forgeOf(gitea, 'none').comment(1, 'a', 'b')).rejects.toMatchObject({
      retryable: false,
    })
  })
})

const refusal: Omit<Answer, 'sha'> = {
  key: 'v1:0123:4567',
  conclusion: 'failure',
  title: '1 conflict: web',
  summary: 'A **summary** of commit 0123456789012345678901234567890123456789.',
  annotations: [
    {
      path: 'environments/a b/c.yaml',
      line: 3,
      level: 'failure',
      title: 'subnet/overlap <b>bold</b>',
      message: 'see @stranger, !1 and #1\n- [x](http://evil.example) `code`',
    },
    {
      path: 'a](javascript:x)`|<i>/b',
      line: 1,
      level: 'warning',
      title: '[x](javascript:x)',
      message: '![x](http://evil.example/x.png)',
    },
  ],
}

function forgeOf(gitea: RealGitea, repo: string, clock = realClock): Forge {
  const client = giteaClient({ url: gitea.url, token: gitea.netclaim.token, clock })
  return giteaForge({ client, owner: 'operator', repo })
}

/** Gitea does some things a moment later. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt++) {
    if (attempt === 100) throw new Error('it never came to that')
    await realClock.pause(100)
  }
}
