import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellFailure } from '../../functions/sync/tell-failure.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { netclaim } from '../cli/fake-terminal.ts'

const clock = { now: () => Date.parse('2026-11-30T12:00:00Z'), pause: async () => undefined }

async function told(error: unknown) {
  const sent: unknown[] = []
  const send = async (_: string, report: unknown) => void sent.push(report)
  const problem = await tellFailure(error, { name: 'one', clock, send })
  return { sent, problem }
}

test('a run that the world did not let be made is told with the reason', async () => {
  const error = new OutsideError('git: \u001b no route', { system: 'git', retryable: true })
  expect((await told(error)).sent).toEqual([
    {
      v: 1,
      engine: 'netclaim',
      cluster: 'one',
      state: 'error',
      message: String.raw`failed, because git: \u{1b} no route`,
      at: '2026-11-30T12:00:00.000Z',
    },
  ])
})

test('a bug is told as one, without what it says', async () => {
  expect((await told(new Error('secret inside'))).sent).toMatchObject([
    { state: 'error', message: 'failed, because of a bug in Netclaim: its log has more' },
  ])
})

test('nothing is told where another sync is at work', async () => {
  const error = new OutsideError('another sync is at work', { system: 'lease', retryable: true })
  expect(await told(error)).toEqual({ sent: [], problem: undefined })
})

test('that it could not be told is said', async () => {
  const send = async () => {
    throw new OutsideError('no answer', { system: 'report', retryable: true })
  }
  expect(await tellFailure(new Error('x'), { name: 'one', clock, send })).toBe('no answer')
})

test.each(['http', 'git'])('the command tells of %s that does not answer', async (kind) => {
  const args = kind === 'http' ? ['--archive', `${url}/no.tar.gz`] : ['--repo', '/nowhere']
  const report = ['--cluster', 'one', '--report', url]
  const env = { NETCLAIM_REPORT_SECRET: 'long enough to be one' }
  const before = bodies.length
  const { code } = await netclaim(['sync', ...args, ...report, '--kubeconfig', '/nowhere/config'], {
    env,
  })
  expect(code).toBe(2)
  expect(bodies.slice(before)).toMatchObject([
    { engine: 'netclaim', state: 'error', message: expect.stringMatching(/^failed, because /) },
  ])
})

test('the command tells nothing of what was typed wrongly', async () => {
  const env = { NETCLAIM_REPORT_SECRET: 'long enough to be one' }
  const before = bodies.length
  const args = ['sync', '--mirror', 'x', '--cluster', 'one', '--report', url]
  expect((await netclaim(args, { env })).code).toBe(2)
  expect(bodies).toHaveLength(before)
})

const bodies: unknown[] = []
let url = ''
const server = createServer((request, response) => {
  const isReport = request.url === '/reports/one'
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    if (isReport) bodies.push(JSON.parse(text))
    response.writeHead(isReport ? 202 : 500).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
