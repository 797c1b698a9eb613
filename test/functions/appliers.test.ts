import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { laterGeneration } from '../../functions/allocate/state-header.ts'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { parseReport } from '../../functions/report/parse-report.ts'
import { report } from '../../functions/report.ts'
import { sweep } from '../../functions/sweep.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const SYNC = 'netclaim/sync/test-1'
let count = 0
const open = () => Stage.open(join(scratch, `${(count += 1)}.git`), environment('photon'))
const id = 'adbd29c2973f78e8cddc71c4bbec7dba49f30f8f'

// As notification-controller v1.9.3 and argocd-notifications v3.5.1 sent them, but for uids and what follows `…`.
const APPLIED = `{"involvedObject":{"kind":"Kustomization","namespace":"flux-system","name":"environments","uid":"d3e70393-0000-4000-8000-000000000000","apiVersion":"kustomize.toolkit.fluxcd.io/v1","resourceVersion":"1822"},"severity":"info","timestamp":"2026-11-29T18:28:50Z","message":"Reconciliation finished in 1.752751791s, next run in 1m0s","reason":"ReconciliationSucceeded","metadata":{"cluster":"test-1","commit_status":"update","revision":"netclaim/state@sha1:${id}"},"reportingController":"kustomize-controller","reportingInstance":"vm"}`
const REFUSED = `{"involvedObject":{"kind":"Kustomization","namespace":"flux-system","name":"environments","uid":"d3e70393-0000-4000-8000-000000000000","apiVersion":"kustomize.toolkit.fluxcd.io/v1","resourceVersion":"1900"},"severity":"error","timestamp":"2026-11-29T18:40:00Z","message":"Vpc/tenant-a-vpc dry-run failed: failed to create typed patch object (/tenant-a-vpc; kubeovn.io/v1, Kind=Vpc): .spec.bogus: field not declared in schema\\n","reason":"ReconciliationFailed","metadata":{"cluster":"test-1","revision":"netclaim/state@sha1:${id}"},"reportingController":"kustomize-controller","reportingInstance":"vm"}`
const ARGO_CD = `{"v":1,"engine":"argocd","cluster":"test-1","app":"netclaim","labels":null,"phase":"Succeeded","health":"Progressing","sync":"Synced","revision":"b5d75e8a967479021a6ca1e4832f7ca64b7cf67f","message":"successfully synced (all tasks run)","finishedAt":"2026-11-29T18:45:36Z"}`

/** The same with another commit, and other words of it. */
function sent(text: string, commit: string, words: Readonly<Record<string, string>> = {}): unknown {
  let changed = text.replaceAll(/\b[0-9a-f]{40}\b/g, commit)
  for (const [from, to] of Object.entries(words)) changed = changed.replaceAll(from, to)
  return JSON.parse(changed)
}

const minute = (n: number) => `2026-11-29T19:${String(n).padStart(2, '0')}:00Z`

/** Flux about one of its units, so many minutes after 19:00. */
const flux = (text: string, commit: string, name: string, at: number) =>
  sent(text, commit, {
    'environments","uid"': `netclaim-env-${name}","uid"`,
    '2026-11-29T18:28:50Z': minute(at),
    '2026-11-29T18:40:00Z': minute(at),
  })

describe('what was really sent', () => {
  test('by Flux, applied', () => {
    expect(parseReport(JSON.parse(APPLIED))).toEqual({
      reporter: 'flux',
      cluster: 'test-1',
      object: 'Kustomization flux-system/environments',
      recovers: true,
      commit: id,
      state: 'success',
      message: '',
      at: Date.parse('2026-11-29T18:28:50Z'),
    })
  })
  test('by Flux, refused by the API server', () => {
    expect(parseReport(JSON.parse(REFUSED))).toMatchObject({
      commit: id,
      state: 'failure',
      message: expect.stringContaining('.spec.bogus: field not declared in schema'),
    })
  })
  test('by Argo CD, applied and not healthy yet', () => {
    expect(parseReport(JSON.parse(ARGO_CD))).toEqual({
      reporter: 'argocd',
      cluster: 'test-1',
      object: 'Application netclaim',
      recovers: true,
      commit: 'b5d75e8a967479021a6ca1e4832f7ca64b7cf67f',
      state: 'pending',
      message: '',
      at: Date.parse('2026-11-29T18:45:36Z'),
    })
  })
})

describe('of many units', () => {
  test('the worst is shown until each that failed is well', async () => {
    const stage = await open()
    const tip = stage.tip(STATE)
    const say = (text: string, name: string, at: number) =>
      report(stage.context, flux(text, tip, name, at))
    const shown = () => stage.status(tip, SYNC)
    await say(APPLIED, 'nova', 0)
    await say(REFUSED, 'photon', 1)
    await say(REFUSED, 'solar', 2)
    await say(APPLIED, 'solar', 3)
    expect(shown()).toMatchObject({ state: 'failure' })
    expect(shown()?.description).toContain('netclaim-env-photon: Vpc/tenant-a-vpc dry-run failed')
    expect(stage.status(stage.tip(), SYNC)).toEqual(shown())
    await say(APPLIED, 'photon', 4)
    expect(shown()).toMatchObject({ state: 'success' })
    const ofSolar = stage.status(tip, `${SYNC}/flux-system/netclaim-env-solar`)
    expect(ofSolar).toMatchObject({ state: 'success' })
    // Of those who never failed nothing is kept.
    expect(stage.status(tip, `${SYNC}/flux-system/netclaim-env-nova`)).toBeUndefined()
  })

  test('twenty that fail are remembered, and the others shown', async () => {
    const stage = await open()
    const tip = stage.tip(STATE)
    for (let n = 0; n < 22; n += 1) await report(stage.context, flux(REFUSED, tip, `e${n}`, n))
    const statuses = await stage.forge.statuses(tip)
    expect(statuses.filter(({ context }) => context.startsWith(`${SYNC}/`))).toHaveLength(20)
    expect(stage.status(tip, SYNC)?.description).toContain('netclaim-env-e21')
  })

  test('are not well where our own sync, which looks on, says that something is wrong', async () => {
    const stage = await open()
    const tip = stage.tip(STATE)
    const own = (state: string, at: number) =>
      report(stage.context, {
        v: 1,
        engine: 'netclaim',
        cluster: 'test-1',
        state,
        revision: tip,
        at: minute(at),
      })
    await own('failure', 0)
    await report(stage.context, flux(APPLIED, tip, 'photon', 1))
    expect(stage.status(tip, SYNC)?.state).toBe('failure')
    await report(stage.context, flux(REFUSED, tip, 'photon', 2))
    await own('success', 3)
    expect(stage.status(tip, SYNC)?.description).toContain('netclaim-env-photon')
    await report(stage.context, flux(APPLIED, tip, 'photon', 4))
    expect(stage.status(tip, SYNC)?.state).toBe('success')
  })

  test('what they say in a loop is written once', async () => {
    const stage = await open()
    stage.now = Date.parse('2026-11-30T00:00:00Z')
    const tip = stage.tip(STATE)
    const waits = { ReconciliationSucceeded: 'DependencyNotReady' }
    const wait = (name: string, at: number) =>
      report(stage.context, sent(JSON.stringify(flux(APPLIED, tip, name, at)), tip, waits))
    await wait('photon', 0)
    await wait('solar', 1)
    await wait('photon', 2)
    expect(stage.forge.written).toBe(2)
    await report(stage.context, flux(APPLIED, tip, 'photon', 3))
    const { written } = stage.forge
    await report(stage.context, flux(APPLIED, tip, 'photon', 13))
    await wait('solar', 14)
    await report(stage.context, flux(APPLIED, tip, 'solar', 23))
    expect(stage.forge.written).toBe(written)
    expect(stage.status(tip, SYNC)?.state).toBe('success')
    // Said an hour long, it must not look like silence.
    await report(stage.context, flux(APPLIED, tip, 'photon', 53))
    expect(stage.status(tip, SYNC)?.description).toContain(minute(53))
  })
})

describe('a report on an older state', () => {
  test('does not speak for the commit of main once the later one was reported', async () => {
    const stage = await open()
    const first = stage.tip(STATE)
    await stage.observe('test-1', 'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\n')
    await allocateOnForge(stage.context)
    const tip = stage.tip(STATE)
    expect(tip).not.toBe(first)
    await report(stage.context, flux(APPLIED, tip, 'photon', 1))
    await report(stage.context, flux(REFUSED, first, 'photon', 2))
    expect(stage.status(first, SYNC)?.state).toBe('failure')
    expect(stage.status(stage.tip(), SYNC)?.state).toBe('success')
  })
})

describe('a state branch that was moved back', () => {
  /** Applied up to the tip, as the facts say, and then moved to an earlier commit. */
  async function rewound() {
    const stage = await open()
    const back = stage.tip(STATE)
    await stage.commit(eip('photon', 'web'))
    await allocateOnForge(stage.context)
    const text = (await stage.state()).get('state.yaml') ?? ''
    const generation = /^generation: (\d+)$/m.exec(text)?.[1] ?? ''
    const facts = `apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\ngeneration: ${generation}\n`
    await stage.observe('test-1', facts)
    const later = stage.tip(STATE)
    await stage.repository.move(STATE, back, later)
    return { stage, back, later }
  }

  test('is no success, whoever applied it', async () => {
    const { stage, back } = await rewound()
    await report(stage.context, flux(APPLIED, back, 'photon', 1))
    expect(stage.status(back, SYNC)).toMatchObject({ state: 'failure' })
    expect(stage.status(back, SYNC)?.description).toMatch(/went back to generation \d+, had \d+/)
  })

  test('is told by the sweep where it was applied with success before', async () => {
    const { stage, back, later } = await rewound()
    await stage.repository.move(STATE, later, back)
    await report(stage.context, flux(APPLIED, back, 'photon', 1))
    await stage.repository.move(STATE, back, later)
    await sweep(stage.context)
    expect(stage.status(back, SYNC)).toMatchObject({ state: 'failure' })
    const { written } = stage.forge
    await report(stage.context, flux(APPLIED, back, 'photon', 20))
    await sweep(stage.context)
    expect(stage.forge.written).toBe(written)
    expect(stage.status(back, SYNC)?.description).toMatch(/^went back to generation/)
  })

  test('is not seen in a late word about an earlier state', async () => {
    const { stage, back, later } = await rewound()
    await stage.repository.move(STATE, later, back)
    await report(stage.context, flux(APPLIED, back, 'photon', 1))
    expect(stage.status(back, SYNC)).toMatchObject({ state: 'success' })
  })

  test('is not what the facts of another cluster show', () => {
    const header = { source: 'a', generation: 4, cluster: 'one' }
    expect(laterGeneration(header, { uid: 'one', generation: 5 })).toBe(5)
    expect(laterGeneration(header, { uid: 'one', generation: 4 })).toBeUndefined()
    expect(laterGeneration(header, { uid: 'other', generation: 5 })).toBeUndefined()
    expect(laterGeneration({ source: 'a', generation: 4 }, { uid: 'one', generation: 5 })).toBe(5)
  })

  test('is not allocated on', async () => {
    const { stage, back } = await rewound()
    await sweep(stage.context)
    await stage.work()
    expect(stage.tip(STATE)).toBe(back)
    expect(stage.status(stage.tip())).toMatchObject({
      state: 'error',
      description: expect.stringContaining('went back'),
    })
  })
})

describe('a push of which nobody says what became of it', () => {
  const HOUR = 60 * 60_000

  test('is waited for, and after an hour failed; a report ends that', async () => {
    const stage = await open()
    stage.context = { ...stage.context, clusters: ['test-1'] }
    const tip = stage.tip(STATE)
    const start = stage.now
    await sweep(stage.context)
    const since = `${new Date(start).toISOString().slice(0, 19)}Z`
    expect(stage.status(tip, SYNC)).toEqual({
      context: SYNC,
      state: 'pending',
      description: `waiting for a report since ${since}`,
    })
    stage.now = start + HOUR - 60_000
    await sweep(stage.context)
    expect(stage.status(tip, SYNC)?.state).toBe('pending')
    stage.now = start + HOUR + 60_000
    await sweep(stage.context)
    for (const commit of [tip, stage.tip()])
      expect(stage.status(commit, SYNC)).toMatchObject({
        state: 'error',
        description: `no report since ${since}`,
      })
    await report(stage.context, sent(JSON.stringify(JSON.parse(APPLIED)), tip))
    expect(stage.status(tip, SYNC)?.state).toBe('success')
  })

  test('is failed, too, where its unit never came to an end', async () => {
    const stage = await open()
    stage.context = { ...stage.context, clusters: ['test-1'] }
    const tip = stage.tip(STATE)
    stage.now = Date.parse(minute(0))
    const waits = { ReconciliationSucceeded: 'DependencyNotReady' }
    await report(stage.context, sent(JSON.stringify(flux(APPLIED, tip, 'photon', 0)), tip, waits))
    stage.now += HOUR + 1
    await sweep(stage.context)
    expect(stage.status(tip, SYNC)?.state).toBe('error')
    await report(stage.context, sent(JSON.stringify(flux(APPLIED, tip, 'photon', 59)), tip, waits))
    expect(stage.status(tip, SYNC)?.state).toBe('error')
  })

  test('is applied, where the facts show it', async () => {
    const stage = await open()
    const text = (await stage.state()).get('state.yaml') ?? ''
    const generation = /^generation: (\d+)$/m.exec(text)?.[1] ?? ''
    await stage.observe(
      'test-1',
      `apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\ngeneration: ${generation}\n`,
    )
    await sweep(stage.context)
    expect(stage.status(stage.tip(STATE), SYNC)).toMatchObject({
      state: 'success',
      description: expect.stringContaining('as its facts show'),
    })
  })
})
