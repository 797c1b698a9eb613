import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dev, dev } from '../../functions/dev.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'

const folder = scratchFolder()
const lines: string[] = []
let running: Dev

async function start(): Promise<Dev> {
  return dev({
    folder: `${folder}/dev`,
    port: 0,
    log: (level, event, fields) => void lines.push(`${level} ${event} ${JSON.stringify(fields)}`),
    step: () => undefined,
  })
}

beforeAll(async () => {
  running = await start()
})
afterAll(() => running.stop())

async function page(path = ''): Promise<string> {
  const response = await fetch(running.page + path)
  expect(response.status).toBe(200)
  return response.text()
}

async function press(path: string, form: Readonly<Record<string, string>>): Promise<void> {
  const { origin } = new URL(running.page)
  const response = await fetch(running.page + path, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
}

/** The text of a pull request's page once it says so. */
function saying(number: number, words: string) {
  return expect.poll(() => page(`/pull/${number}`), { timeout: 30_000 }).toContain(words)
}

test('a person sees each pull request with its check, merges one, and the one that collides turns red', async () => {
  expect(await page()).toContain('An address for the API')
  await saying(1, 'api gets 198.51.100.22')
  await saying(2, 'shop gets 198.51.100.40')
  await saying(3, 'mail gets 198.51.100.40')
  await saying(4, '1 conflict')

  await press('/pull/2/merge', { method: 'merge' })
  await saying(3, '1 conflict')
  gitIn(running.clone, 'fetch', '--quiet', 'origin')
  const ledger = gitIn(running.clone, 'show', 'origin/netclaim/state:allocations/example.yaml')
  expect(ledger).toContain('198.51.100.40')
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([])
})

test('what git pushes is noticed, and what an earlier run left is gone on with', async () => {
  await running.stop()
  running = await start()
  gitIn(running.clone, 'switch', '--quiet', '--create', 'none', 'origin/main')
  gitIn(running.clone, 'rm', '--quiet', 'environments/example/eip.yaml')
  gitIn(running.clone, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'Give back')
  gitIn(running.clone, 'push', '--quiet', 'origin', 'none')
  await press('/pulls', { head: 'none' })
  await saying(5, '1 address given back')
  expect(await page()).toContain('Give back')
})
