import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { env } from '../app/environment.ts'
import { netclaim } from '../cli/fake-terminal.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** `netclaim serve` as a process of its own. */
function start(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['functions/cli/main.ts', 'serve', ...args], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const lines: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line) as Record<string, unknown>)
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const line = async (event: string) => {
    const find = () => lines.find((one) => one['event'] === event)
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    return find() ?? {}
  }
  const end = async () => {
    if (child.exitCode === null) await once(child, 'exit')
    return { code: child.exitCode, errors }
  }
  return { child, lines, line, end }
}

/** Something that answers like a GitHub that is down. */
async function brokenForge() {
  const server = createServer((_, response) =>
    response.writeHead(429, { 'Retry-After': '60' }).end('rate limit'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/api/v3`, close: () => server.close() }
}

describe('netclaim serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 by %s', async (signal) => {
    const forge = await brokenForge()
    const { child, line, lines, end } = start(['--port', '0'], {
      ...env,
      NETCLAIM_PRIVATE_KEY: privateKey,
      NETCLAIM_FORGE_URL: forge.url,
    })
    const { port } = await line('listening')
    expect((await fetch(`http://127.0.0.1:${String(port)}/readyz`)).status).toBe(200)
    // The forge is asked, and will be asked again: that waits, and must not hold up the end.
    await line('tried again later')
    child.kill(signal)
    expect(await end()).toEqual({ code: 0, errors: '' })
    expect(lines.slice(-2)).toMatchObject([
      { event: 'stopping', signal },
      { event: 'stopped', unfinished: 0 },
    ])
    expect(JSON.stringify(lines)).not.toContain('PRIVATE KEY')
    forge.close()
  })

  test('without a configuration it says what is missing, and ends with 2', async () => {
    const { code, err } = await netclaim(['serve'], { env: { NETCLAIM_WEBHOOK_SECRET: 'hunter2' } })
    expect(code).toBe(2)
    expect(err).toContain('NETCLAIM_REPOSITORIES is missing')
    expect(err).toContain('NETCLAIM_WEBHOOK_SECRET is shorter than 16 characters')
    expect(err).not.toContain('hunter2')
  })

  test.each([
    ['--port', '65536'],
    ['--port', 'x'],
    ['--sweep', '0'],
    ['--at-once', '1.5'],
  ])('%s %s is refused', async (...args) => {
    const { code, err } = await netclaim(['serve', ...args], { env })
    expect(code).toBe(2)
    expect(err).toContain(`${args[0]} takes a number`)
  })
  test('all that is wrong with options and variables is said at once', async () => {
    const { code, err } = await netclaim(['serve', '--port', 'abc', '--sweep', '0'], { env: {} })
    expect(code).toBe(2)
    expect(err).toContain('--port takes a number from 0 to 65535')
    expect(err).toContain('--sweep takes a number from 1 to 1440')
    expect(err).toContain('NETCLAIM_REPOSITORIES is missing')
  })
})
