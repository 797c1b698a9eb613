import { describe, expect, test } from 'vitest'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import type { Proposal } from '../../lib/ports/forge.ts'
import { openapiJudge } from '../forge/openapi-judge.ts'
import { gitIn } from '../git/sandbox.ts'
import { handClock } from './clock.ts'
import { forgeWith } from './sandbox.ts'

const at = { owner: 'octo', repo: 'claims' }
const { forge, dir } = await forgeWith('propose')
const judge = openapiJudge(`${forge.url}/`)
const clock = handClock()

/** Our app, whose calls are judged by what GitHub publishes of its API; the first of them go to `before`. */
function appOf(before?: (url: string, init?: RequestInit) => Promise<Response | undefined>) {
  const { id: appId, installationId: installation, privateKey = '' } = forge.app
  const send: typeof fetch = async (input, init) => {
    const url = typeof input === 'string' ? input : new Request(input).url
    return (await before?.(url, init)) ?? judge.fetch(url.replace('/api/v3', ''), init)
  }
  const octokit = githubClient({
    baseUrl: `${forge.url}/api/v3`,
    auth: { appId, privateKey, installation, ...at },
    clock,
    writeGapMs: 0,
    fetch: send,
  })
  return { octokit, forge: githubForge({ octokit, ...at, appId, clock }) }
}

const app = appOf()
let made = 0

/** A commit upon main, on a branch. */
async function commitOn(branch: string, repo = dir): Promise<string> {
  const tree = gitIn(repo, 'rev-parse', 'main^{tree}')
  const id = gitIn(repo, 'commit-tree', '-p', 'main', '-m', `${branch} ${made++}`, tree)
  gitIn(repo, 'update-ref', `refs/heads/${branch}`, id)
  await forge.scan()
  return id
}

async function proposalOf(branch: string, more: Partial<Proposal> = {}): Promise<Proposal> {
  const head = await commitOn(branch)
  return { branch, head, base: 'main', title: 'A title', text: 'A *text*\n', ...more }
}

async function pullsFrom(branch: string) {
  const head = `octo:${branch}`
  return (await app.octokit.rest.pulls.list({ ...at, head, state: 'all' })).data
}

describe('a pull request that we ask for', () => {
  test('is opened once, changed where it says something else, and left where it says the same', async () => {
    const wanted = await proposalOf('once')
    const first = await app.forge.propose(wanted)
    expect(first).toMatchObject({ outcome: 'opened', url: expect.stringMatching(/\/pull\/\d+$/) })
    const { number, url } = first
    expect(await app.forge.propose(wanted)).toEqual({ number, url, outcome: 'same' })
    const next = await proposalOf('once', { title: 'Another', text: 'and more' })
    expect(await app.forge.propose(next)).toEqual({ number, url, outcome: 'changed' })
    expect(await pullsFrom('once')).toMatchObject([
      { number, title: 'Another', body: 'and more', state: 'open', base: { ref: 'main' } },
    ])
    expect([...judge.judged]).toEqual(
      expect.arrayContaining([
        'GET /repos/{owner}/{repo}/pulls',
        'POST /repos/{owner}/{repo}/pulls',
        'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
      ]),
    )
  })

  test('is not opened again at the commit with which somebody closed it, and is at another', async () => {
    const wanted = await proposalOf('declined')
    const { number } = await app.forge.propose(wanted)
    await app.octokit.rest.pulls.update({ ...at, pull_number: number, state: 'closed' })
    expect(await app.forge.propose(wanted)).toMatchObject({ number, outcome: 'declined' })
    const again = await app.forge.propose(await proposalOf('declined'))
    expect(again).toMatchObject({ outcome: 'opened' })
    expect(again.number).not.toBe(number)
  })

  test('comes again from a branch whose last one was merged', async () => {
    const first = await app.forge.propose(await proposalOf('merged'))
    await app.octokit.rest.pulls.merge({ ...at, pull_number: first.number })
    expect(await app.forge.propose(await proposalOf('merged'))).toMatchObject({ outcome: 'opened' })
  })

  test('is no fork’s, whatever its branch is called', async () => {
    const fork = await forge.fork('octo/claims', 'stranger')
    await commitOn('theirs', fork.dir)
    const head = 'stranger:theirs'
    await app.octokit.rest.pulls.create({ ...at, title: 'mine', head, base: 'main' })
    expect(await app.forge.propose(await proposalOf('theirs'))).toMatchObject({ outcome: 'opened' })
    expect(await pullsFrom('theirs')).toMatchObject([{ title: 'A title' }])
  })

  test('is no fork’s of the same organization either, which GitHub lists beside it', async () => {
    const theirs = await app.forge.propose(await proposalOf('of-a-fork', { title: 'theirs' }))
    const [listed] = await pullsFrom('of-a-fork')
    const wanted = await proposalOf('same-owner')
    const beside = appOf(async (url, init) => {
      if ((init?.method ?? 'GET') !== 'GET' || !url.includes('/pulls?')) return undefined
      const { data } = await app.octokit.rest.pulls.list({ ...at, head: 'octo:same-owner' })
      const repo = { ...listed?.head.repo, id: 987_654, full_name: 'octo/fork' }
      return Response.json([{ ...listed, head: { ...listed?.head, repo } }, ...data])
    })
    const made = await beside.forge.propose(wanted)
    expect(made.outcome).toBe('opened')
    expect(made.number).not.toBe(theirs.number)
    expect(await pullsFrom('of-a-fork')).toMatchObject([{ title: 'theirs' }])
  })

  test('is one also where another run opens it in between, or GitHub does not say that it was made', async () => {
    const wanted = await proposalOf('race')
    let isFirst = true
    const late = appOf(async (url, init) => {
      if (!isFirst || init?.method !== 'POST' || !url.endsWith('/pulls')) return undefined
      isFirst = false
      await app.forge.propose({ ...wanted, title: 'by the other' })
      return undefined
    })
    expect(await late.forge.propose(wanted)).toMatchObject({ outcome: 'changed' })
    expect(await pullsFrom('race')).toMatchObject([{ title: 'A title' }])
  })

  test('waits for a branch that GitHub does not know yet, and gives up on one that never comes', async () => {
    const wanted = await proposalOf('slow')
    let left = 2
    const slow = appOf(async (url, init) => {
      if (init?.method !== 'POST' || !url.endsWith('/pulls') || left === 0) return undefined
      left -= 1
      const errors = [{ resource: 'PullRequest', field: 'head', code: 'invalid' }]
      return Response.json({ message: 'Validation Failed', errors }, { status: 422 })
    })
    expect(await slow.forge.propose(wanted)).toMatchObject({ outcome: 'opened' })
    const none = { ...wanted, branch: 'none' }
    await expect(app.forge.propose(none)).rejects.toMatchObject({
      name: 'OutsideError',
      status: 422,
    })
  })
})
