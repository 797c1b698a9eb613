import { describe, expect, test } from 'vitest'
import { parseReport } from '../../functions/report/parse-report.ts'
import { reportSender } from '../../lib/adapters/report-sender.ts'
import type { ReportedRun } from '../../lib/pipeline/sync-report/reported-run.ts'
import { runDetails } from '../../lib/pipeline/sync-report/run-details.ts'
import { failureReport, runMessage, runReport } from '../../lib/pipeline/sync-report/run-report.ts'
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
    {
      id: 'OvnSnatRule photon-prod-production',
      outcome: 'conflict',
      message: `.spec.ovnEip is "kubectl"'s`,
      conflicts: [{ manager: 'kubectl', field: '.spec.ovnEip' }],
    },
  ],
  findings: [],
}
const clock = (pauses: number[] = []) => ({
  now: () => NOW,
  pause: async (ms: number) => void pauses.push(ms),
})
const report = (more: object = {}) =>
  runReport(run, { cluster: 'prod-1', state: 'failure', at: '2026-11-29T12:00:00Z', ...more })

const messageOf = (some: Partial<ReportedRun>) => runMessage(runDetails({ ...run, ...some }))

describe('the message of a run', () => {
  test('counts, and names the first object that failed', () => {
    expect(messageOf({})).toBe(
      String.raw`1/4 objects are well, 2 failed, 1 waits; Subnet photon-prod-production: ValidateLogicalSwitchFailed: conflict\u{1b}`,
    )
  })

  test('says how many are well where all are', () => {
    expect(messageOf({ objects: run.objects.slice(0, 1) })).toBe('1/1 objects are well')
  })

  test('names what waits where nothing failed', () => {
    expect(messageOf({ objects: run.objects.slice(0, 2) })).toBe(
      '1/2 objects are well, 1 waits; OvnEip photon-prod-web: NotReady',
    )
  })

  test('says what keeps the whole state from being applied, or a part of it', () => {
    const findings = [{ message: 'the state is older than what was applied' }]
    expect(messageOf({ objects: [], findings })).toBe('the state is older than what was applied')
    expect(messageOf({ findings })).toMatch(/^1\/4 objects .*; the state is older/)
  })

  test('says what could not be told or proven though all is well', () => {
    const details = runDetails({ ...run, objects: run.objects.slice(0, 1) }, ['OVN-NB is silent'])
    expect(runMessage(details)).toBe('1/1 objects are well; OVN-NB is silent')
  })
})

describe('the details of a run', () => {
  test('name each object that failed or waits, why, and whose its fields are', () => {
    expect(runDetails(run)).toEqual({
      all: 4,
      well: 1,
      failing: 2,
      causes: [],
      failed: [
        {
          object: 'Subnet photon-prod-production',
          what: 'ValidateLogicalSwitchFailed',
          why: String.raw`conflict\u{1b}`,
        },
        {
          object: 'OvnSnatRule photon-prod-production',
          what: 'conflict',
          why: `.spec.ovnEip is "kubectl"'s`,
          conflicts: [{ manager: 'kubectl', field: '.spec.ovnEip' }],
        },
      ],
      waiting: [{ object: 'OvnEip photon-prod-web', what: 'NotReady' }],
      problems: [],
      left: 0,
    })
  })

  test('have an end, and count what they leave out', () => {
    const objects = Array.from({ length: 5_000 }, (_, nth) => ({
      id: `OvnEip a-${nth}`,
      outcome: 'refused',
      message: '語'.repeat(600),
    }))
    const sent = runReport(
      { objects, findings: [] },
      { cluster: 'prod-1', state: 'failure', at: '2026-11-29T12:00:00Z' },
    )
    expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThan(100_000)
    const { failed = [], left, failing } = sent.details ?? {}
    expect([failed.length > 10, failed.length + (left ?? 0), failing]).toEqual([true, 5_000, 5_000])
    expect(parseReport(sent).details).toEqual(sent.details)
  })
})

describe('a report', () => {
  test('is what the report function reads', () => {
    expect(parseReport(report({ facts: commit }))).toMatchObject({
      reporter: 'own',
      cluster: 'prod-1',
      commit,
      state: 'failure',
      message: runMessage(runDetails(run)),
      facts: commit,
      details: runDetails(run),
    })
  })

  test('of a run that could not be made says why', () => {
    const at = '2026-11-29T12:00:00Z'
    expect(parseReport(failureReport('git does not answer', { cluster: 'prod-1', at }))).toEqual({
      reporter: 'own',
      cluster: 'prod-1',
      state: 'error',
      message: 'failed, because git does not answer',
      at: Date.parse(at),
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
