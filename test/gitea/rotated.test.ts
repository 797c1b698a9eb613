import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { readConfiguration } from '../../functions/configuration.ts'
import { giteaContext } from '../../functions/gitea-context.ts'
import { type Served, serve } from '../../functions/serve.ts'
import { fakeWork } from '../app/fake-work.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { type Clone, cloneOf } from './clone.ts'
import { realClock } from './real-clock.ts'
import { hasGitea, type RealGitea, startGitea } from './real-gitea.ts'

const scratch = scratchFolder()
const Hook = z.object({ id: z.number() })
const [OLD, NEW] = ['the secret that got out', 'the one in its place']

describe.skipIf(!hasGitea)('a credential that got out, on a real Gitea', () => {
  let gitea: RealGitea
  let repository: string
  let work: Clone
  const { work: functions, calls } = fakeWork()

  beforeAll(async () => {
    gitea = await startGitea()
    repository = await gitea.newRepository('claims')
    work = cloneOf(gitea, join(scratch, 'work'), repository, gitea.operator)
    work.push('main', { 'README.md': 'claims' })
  })
  afterAll(() => gitea?.stop())

  /** As `netclaim serve` with these secrets. */
  const serving = (port: number, secrets: Readonly<Record<string, string>>): Promise<Served> =>
    serve({
      configuration: readConfiguration({
        NETCLAIM_FORGE: 'gitea',
        NETCLAIM_FORGE_URL: gitea.url,
        NETCLAIM_TOKEN: gitea.netclaim.token,
        NETCLAIM_REPOSITORIES: repository,
        ...secrets,
      }),
      work: functions,
      log: () => undefined,
      port,
      hostname: '127.0.0.1',
      sweepMs: 3_600_000,
      atOnce: 1,
      stopMs: 1_000,
    })

  /** Pushes to main, and waits until that is worked on. */
  async function pushed(text: string): Promise<void> {
    const commit = work.push('main', { 'README.md': text })
    for (let attempt = 0; !calls.some((one) => one.includes(commit)); attempt++) {
      if (attempt === 100) throw new Error(`nothing came of ${text}`)
      await realClock.pause(100)
    }
  }

  const hook = (port: number, secret: string) => ({
    type: 'gitea',
    active: true,
    events: ['push'],
    config: { url: `http://127.0.0.1:${port}/webhooks/gitea`, content_type: 'json', secret },
  })

  test('the secret of its webhook is replaced without a push that is missed', async () => {
    let served = await serving(0, { NETCLAIM_WEBHOOK_SECRET: OLD })
    const { port } = served
    const path = `/repos/${repository}/hooks`
    const made = await gitea.api(gitea.operator, 'POST', path, hook(port, OLD))
    const { id } = Hook.parse(made.json)
    await pushed('before')

    await served.stop()
    served = await serving(port, {
      NETCLAIM_WEBHOOK_SECRET: NEW,
      NETCLAIM_WEBHOOK_SECRET_OLD: OLD,
    })
    await pushed('with both, signed by the old one')
    // Gitea says 200 to a PATCH of the secret, and goes on with the old one.
    expect(await gitea.api(gitea.operator, 'POST', path, hook(port, NEW))).toMatchObject({
      status: 201,
    })
    expect(await gitea.api(gitea.operator, 'DELETE', `${path}/${id}`)).toMatchObject({
      status: 204,
    })
    await pushed('with both, signed by the new one')

    await served.stop()
    served = await serving(port, { NETCLAIM_WEBHOOK_SECRET: NEW })
    await pushed('with the new one alone')
    expect(await signedBy(OLD, port)).toBe(401)
    expect(await signedBy(NEW, port)).toBe(202)
    await served.stop()
  })

  /** What whoever knows a secret is answered. */
  async function signedBy(secret: string, port: number): Promise<number> {
    const after = 'f'.repeat(40)
    const event = { ref: 'refs/heads/main', after, repository: { full_name: repository } }
    const body = JSON.stringify(event)
    const response = await fetch(`http://127.0.0.1:${port}/webhooks/gitea`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': 'push',
        'x-gitea-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
    })
    return response.status
  }

  test('its token is replaced by a second one; whoever has the first gets nothing any more', async () => {
    const withToken = (token: string) =>
      giteaContext({
        url: gitea.url,
        token,
        mirrors: join(scratch, 'mirrors'),
        name: repository,
        queue: { send: async () => undefined },
        clock: realClock,
        engine: ownVersion(),
        main: 'main',
      })
    const head = work.pull('main')
    const status = { context: 'netclaim', state: 'success', description: 'well' } as const
    const { token: leaked } = gitea.netclaim
    const before = await withToken(leaked)
    await before.forge.setStatus(head, status)

    const { token } = await gitea.renewToken()
    await expect(before.forge.setStatus(head, { ...status, state: 'failure' })).rejects.toThrow(
      /401/,
    )
    await (await withToken(token)).forge.setStatus(head, { ...status, description: 'still' })
    expect(await before.forge.statuses(head).catch((error: unknown) => String(error))).toMatch(
      /401/,
    )
    expect(await (await withToken(token)).forge.statuses(head)).toMatchObject([
      { context: 'netclaim', state: 'success', description: 'still' },
    ])
    expect(leaked).not.toBe(token)
  })
})
