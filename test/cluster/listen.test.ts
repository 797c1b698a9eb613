import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eip, environment } from '../functions/claims.ts'
import { hasApiServer, START_MS } from './real-api-server.ts'
import { openSyncStage, type SyncStage } from './sync-stage.ts'

const secret = 'a secret of the sync alone'

describe.skipIf(!hasApiServer)('a sync that listens for webhooks, on a real API server', () => {
  let stage: SyncStage
  let child: ChildProcess
  let [out, err] = ['', '']
  beforeAll(async () => {
    stage = await openSyncStage(environment('photon'), ['photon'], 'without controllers')
    const own = ['--repo', stage.repo.folder, '--kubeconfig', stage.api.kubeconfig]
    const args = ['sync', ...own, '--wait', '1s', '--every', '24h', '--listen', '127.0.0.1:0']
    child = spawn(process.execPath, ['functions/cli/main.ts', ...args], {
      env: { PATH: process.env['PATH'], NETCLAIM_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.setEncoding('utf8').on('data', (text: string) => void (out += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => void (err += text))
  }, START_MS)
  afterAll(async () => {
    child.kill('SIGKILL')
    await stage.stop()
  })

  const rounds = () => out.match(/^(?:in sync|under way|a person must look): /gm)?.length ?? 0
  const untilRounds = (count: number) =>
    expect.poll(rounds, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)

  async function push(ref: string, nth = 0): Promise<number> {
    const port = /listening for webhooks on 127\.0\.0\.1, port (\d+)/.exec(err)?.[1]
    const body = JSON.stringify({ ref, after: 'a'.repeat(40), nth })
    const digits = createHmac('sha256', secret).update(body).digest('hex')
    const response = await fetch(`http://127.0.0.1:${port}/webhooks/github`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-GitHub-Event': 'push',
        'X-Hub-Signature-256': `sha256=${digits}`,
      },
      body,
    })
    await response.body?.cancel()
    return response.status
  }

  test('applies what was pushed without waiting for its time', async () => {
    await untilRounds(1)
    await stage.repo.change(eip('photon', 'web'))
    expect(await push('refs/heads/main')).toBe(202)
    expect(rounds()).toBe(1)
    expect(await push('refs/heads/netclaim/state')).toBe(202)
    await untilRounds(2)
    expect(out).toMatch(/^photon +OvnEip photon-web +applied/m)
  })

  test('makes few rounds of many pushes, and forgets none', async () => {
    const before = rounds()
    for (let nth = 1; nth <= 100; nth += 1) await push('refs/heads/netclaim/state', nth)
    await stage.repo.change(eip('photon', 'last'))
    await push('refs/heads/netclaim/state', 101)
    const isApplied = () => /^photon +OvnEip photon-last +applied/m.test(out)
    await expect.poll(isApplied, { timeout: 60_000 }).toBe(true)
    expect(rounds() - before).toBeLessThan(30)
  })

  test('ends soon when it is told to, though its next time is far off', async () => {
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  })
})
