import { describe, expect, test } from 'vitest'
import { parseReport } from '../../functions/report/parse-report.ts'
import { reportSender } from '../../lib/adapters/report-sender.ts'
import {
  type ReportedRun,
  runMessage,
  runReport,
} from '../../lib/pipeline/sync-report/run-report.ts'
import { givenApp, NOW } from '../app/given.ts'

const KEY = 'flux secret of prod-1'
const commit = 'a'.repeat(40)
const run: ReportedRun = {
  commit,
  objects: [
    { id: 'Vpc photon-prod', outcome: 'applied', health: { state: 'healthy' } },
    {
      id: 'OvnEip photon-prod-web',
      outcome: 'applied',
      health: { state: 'progressing', reason: 'NotReady' },
    },
    {
      id: 'Subnet photon-prod-production',
      outcome: 'unchanged',
      health: { state: 'failed', reason: 'ValidateLogicalSwitchFailed', message: 'conflict\u001b' },
    },
    { id: 'OvnSnatRule photon-prod-production', outcome: 'conflict', message: '.spec.ovnEip' },
  ],
  findings: [],
}
const clock = (pauses: number[] = []) => ({
  now: () => NOW,
  pause: async (ms: number) => void pauses.push(ms),
})
const report = (more: object = {}) =>
  runReport(run, { cluster: 'prod-1', state: 'failure', at: '2026-11-29T12:00:00Z', ...more })

describe('the message of a run', () => {
  test('names each object that failed and why, then those that are not there yet', () => {
    expect(runMessage(run)).toBe(
      String.raw`Subnet photon-prod-production: ValidateLogicalSwitchFailed: conflict\u{1b}; OvnSnatRule photon-prod-production: conflict: .spec.ovnEip; OvnEip photon-prod-web: NotReady; 1/4 objects are well`,
    )
  })

  test('says how many are well where all are', () => {
    const [first] = run.objects
    expect(runMessage({ ...run, objects: first === undefined ? [] : [first] })).toBe(
      '1/1 objects are well',
    )
  })

  test('begins with what keeps the whole state from being applied', () => {
    const findings = [{ message: 'the state is older than what was applied' }]
    expect(runMessage({ ...run, objects: [], findings })).toMatch(/^the state is older .*; 0\/0/)
  })

  test('has an end, and says how many it leaves out', () => {
    const objects = Array.from({ length: 5_000 }, (_, nth) => ({
      id: `OvnEip a-${nth}`,
      outcome: 'refused',
      message: 'x'.repeat(100),
    }))
    const message = runMessage({ objects, findings: [] })
    expect(message.length).toBeLessThan(21_000)
    expect(message).toMatch(/; and \d{4} more$/)
  })
})

describe('a report', () => {
  test('is what the report function reads', () => {
    expect(parseReport(report({ facts: commit }))).toMatchObject({
      reporter: 'own',
      cluster: 'prod-1',
      commit,
      state: 'failure',
      message: runMessage(run),
      facts: commit,
    })
  })

  test('is taken by its signature, and by no other', async () => {
    const given = givenApp()
    const senderWith = (secret: string) =>
      reportSender({
        url: 'https://netclaim.example.org/',
        secret,
        clock: clock(),
        fetch: async (url, init) => given.app.request(new Request(url, init)),
      })
    await expect(senderWith('another')('prod-1', report())).rejects.toMatchObject({
      retryable: false,
      message: 'the report was not taken: answers 401',
    })
    expect(given.jobs).toEqual([])
    await senderWith(KEY)('prod-1', report())
    expect(given.jobs).toEqual([{ kind: 'report', repository: 'kubedc/claims', report: report() }])
  })

  test('is sent again where that can help, signed anew', async () => {
    const pauses: number[] = []
    const signatures: unknown[] = []
    let now = NOW
    const send = reportSender({
      url: 'https://netclaim.example.org',
      secret: KEY,
      clock: {
        now: () => now,
        pause: async (ms) => {
          pauses.push(ms)
          now += ms
        },
      },
      fetch: async (_, init) => {
        signatures.push(new Headers(init?.headers).get('X-Netclaim-Signature'))
        if (signatures.length === 1) throw new TypeError('fetch failed')
        return new Response('', { status: signatures.length === 2 ? 503 : 202 })
      },
    })
    await send('prod-1', report())
    expect(pauses).toEqual([1_000, 4_000])
    expect(new Set(signatures).size).toBe(3)
  })

  test('that cannot be sent is an outside error without the secret', async () => {
    const fetch = async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND x') })
    }
    const send = reportSender({ url: 'https://x', secret: KEY, clock: clock(), fetch })
    await expect(send('prod-1', report())).rejects.toMatchObject({
      retryable: true,
      message: 'the report was not taken: getaddrinfo ENOTFOUND x',
    })
  })
})
