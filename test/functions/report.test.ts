import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { parseReport } from '../../functions/report/parse-report.ts'
import { report } from '../../functions/report.ts'
import { sweep } from '../../functions/sweep.ts'
import { revisionOf } from '../../lib/pipeline/appliers/revision-of.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { hostile } from '../summary/sample.ts'
import { eip, environment } from './claims.ts'
import { STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const SYNC = 'netclaim/sync/one'
let count = 0
/** At an hour at which all that is reported here has happened. */
async function open(): Promise<Stage> {
  const stage = await Stage.open(join(scratch, `${(count += 1)}.git`), environment('photon'))
  stage.now = Date.parse('2026-11-30T00:00:00Z')
  return stage
}

const at = (minute: number) => `2026-11-29T23:${String(minute).padStart(2, '0')}:00Z`

function own(more: object): object {
  return { v: 1, engine: 'netclaim', cluster: 'one', state: 'success', at: at(0), ...more }
}

function flux(
  more: Readonly<Record<string, unknown>> & { readonly metadata?: object; readonly name?: string },
): object {
  const { name = 'photon', metadata = {}, ...rest } = more
  return {
    involvedObject: {
      kind: 'Kustomization',
      namespace: 'flux-system',
      name,
      uid: 'x',
      apiVersion: 'v1',
    },
    severity: 'info',
    timestamp: at(0),
    message: 'Applied revision',
    reason: 'ReconciliationSucceeded',
    reportingController: 'kustomize-controller',
    ...rest,
    metadata: { cluster: 'one', ...metadata },
  }
}

function argo(more: object): object {
  return {
    v: 1,
    engine: 'argocd',
    cluster: 'one',
    app: 'photon',
    phase: 'Succeeded',
    health: 'Healthy',
    sync: 'Synced',
    message: 'successfully synced',
    finishedAt: at(0),
    ...more,
  }
}

describe('the forms of a report', () => {
  const id = 'ab'.repeat(20)
  const long = 'cd'.repeat(32)
  test.each([
    [`netclaim/state@sha1:${id}`, id],
    [`sha1:${id}`, id],
    [`netclaim/state/${id}`, id],
    [id, id],
    [`main@sha256:${long}`, long],
    [`main@sha1:${id}0`, undefined],
    ['v1.2.3', undefined],
    ['', undefined],
  ])('the commit in the revision "%s"', (text, commit) => {
    expect(revisionOf(text)).toBe(commit)
  })
  test.each(['revision', 'kustomize.toolkit.fluxcd.io/revision'])('Flux with key %s', (key) => {
    expect(parseReport(flux({ metadata: { [key]: `a@sha1:${id}` } }))).toEqual({
      reporter: 'flux',
      cluster: 'one',
      object: 'Kustomization flux-system/photon',
      recovers: true,
      commit: id,
      state: 'success',
      message: '',
      at: Date.parse(at(0)),
    })
  })
  test.each([
    [flux({ severity: 'error', reason: 'HealthCheckFailed' }), 'failure'],
    [flux({ reason: 'Progressing' }), 'pending'],
    [argo({}), 'success'],
    [argo({ phase: 'Failed' }), 'failure'],
    [argo({ phase: 'Error' }), 'error'],
    [argo({ sync: 'Unknown' }), 'failure'],
    [argo({ sync: 'Unknown', phase: null, finishedAt: null, health: 'Healthy' }), 'failure'],
    [argo({ health: 'Progressing' }), 'pending'],
    [argo({ phase: null, sync: 'Synced' }), 'pending'],
    [argo({ health: 'Degraded' }), 'failure'],
    [argo({ phase: 'Running', finishedAt: null, revision: null, message: null }), 'pending'],
    [own({ state: 'error' }), 'error'],
  ])('%# is of a state', (body, state) => {
    expect(parseReport(body).state).toBe(state)
  })
  test.each([
    [undefined, /cannot be used/],
    ['text', /cannot be used/],
    [{}, /involvedObject/],
    [flux({ metadata: { cluster: 'One/../x' } }), /metadata has no cluster/],
    [own({ cluster: 'a b' }), /cluster/],
    [own({ revision: 'main' }), /revision/],
    [own({ at: 'yesterday' }), /"at"/],
    [own({ engine: 'other' }), /engine/],
    [own({ message: 'x'.repeat(200_000) }), /more than 131072/],
  ])('%# is refused', (body, why) => {
    expect(() => parseReport(body)).toThrow(why)
  })
})

describe('what a cluster reports', () => {
  test('stands on the state commit and on its commit of main', async () => {
    const stage = await open()
    const merged = await stage.commit(eip('photon', 'web'))
    await allocateOnForge(stage.context)
    const tip = stage.tip(STATE)
    await report(stage.context, own({ revision: tip, message: 'applied 12/12' }))
    const status = { context: SYNC, state: 'success', description: `applied 12/12 (own, ${at(0)})` }
    expect(stage.status(tip, SYNC)).toEqual(status)
    expect(stage.status(merged, SYNC)).toEqual(status)
    const { written } = stage.forge
    await report(stage.context, own({ revision: tip, message: 'applied 12/12', at: at(1) }))
    expect(stage.forge.written).toBe(written)
  })
  test('is ignored for a commit that is none of the state, and for an older word', async () => {
    const stage = await open()
    const tip = stage.tip(STATE)
    await report(stage.context, own({ revision: stage.tip() }))
    await report(stage.context, own({ revision: 'ab'.repeat(20) }))
    expect(stage.forge.written).toBe(0)
    await report(stage.context, own({ revision: tip, at: at(5) }))
    await report(stage.context, own({ revision: tip, at: at(4), state: 'failure' }))
    expect(stage.status(tip, SYNC)?.state).toBe('success')
    await report(stage.context, own({ revision: tip, at: at(6), state: 'failure' }))
    expect(stage.status(tip, SYNC)?.state).toBe('failure')
    await report(stage.context, own({ revision: tip, at: at(7), state: 'pending' }))
    expect(stage.status(tip, SYNC)?.state).toBe('failure')
  })
  test('is the worst of its objects until that one is well', async () => {
    const stage = await open()
    const revision = `netclaim/state@sha1:${stage.tip(STATE)}`
    const say = (name: string, minute: number, more: object) =>
      report(stage.context, flux({ name, timestamp: at(minute), metadata: { revision }, ...more }))
    const state = () => stage.status(stage.tip(STATE), SYNC)?.state
    await say('photon', 1, {
      severity: 'error',
      reason: 'HealthCheckFailed',
      message: 'late: very',
    })
    await say('solar', 2, {})
    expect(state()).toBe('failure')
    await say('photon', 3, {})
    expect(state()).toBe('success')
    const { written } = stage.forge
    await say('solar', 4, {})
    expect(stage.forge.written).toBe(written)
  })
  test('from a clock that is far ahead does not outlast what is said later', async () => {
    const stage = await open()
    const revision = stage.tip(STATE)
    stage.now = Date.parse(at(10))
    await report(stage.context, own({ revision, at: '9999-12-31T23:59:59Z' }))
    expect(stage.status(revision, SYNC)?.description).toBe(`applied (own, ${at(10)})`)
    stage.now = Date.parse(at(20))
    await report(stage.context, own({ revision, state: 'failure', message: 'late', at: at(20) }))
    expect(stage.status(revision, SYNC)).toMatchObject({ state: 'failure' })
  })
  test('before it knew a commit counts for what is to be applied, if it failed', async () => {
    const stage = await open()
    await report(stage.context, argo({ revision: '', phase: 'Running', finishedAt: '' }))
    expect(stage.forge.written).toBe(0)
    await report(stage.context, argo({ revision: '', phase: 'Error', message: 'no repository' }))
    expect(stage.status(stage.tip(STATE), SYNC)).toMatchObject({
      state: 'error',
      description: `Application photon: no repository (argocd, ${at(0)})`,
    })
  })
  test('is one line of 140 characters without anything unseen', async () => {
    const stage = await open()
    const revision = stage.tip(STATE)
    await report(stage.context, own({ revision, state: 'failure', message: hostile.repeat(20) }))
    const { description = '' } = stage.status(revision, SYNC) ?? {}
    expect(description).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    expect(description.length).toBe(140)
    expect(description.endsWith(`… (own, ${at(0)})`)).toBe(true)
  })
  test('with new facts has them allocated for', async () => {
    const stage = await open()
    const facts = await stage.observe(
      'one',
      'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\n',
    )
    await report(stage.context, own({ revision: stage.tip(STATE), facts }))
    expect(stage.jobs).toEqual([{ kind: 'allocate', repository: 'example/claims', atLeast: facts }])
    const before = stage.tip(STATE)
    await stage.work()
    expect(stage.tip(STATE)).not.toBe(before)
  })
})

describe('a silent cluster', () => {
  test('is one whose facts are dated in the future, but for what clocks are apart', async () => {
    const stage = await open()
    const facts = await stage.observe(
      'one',
      'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\n',
    )
    await allocateOnForge(stage.context)
    const dated = (await stage.repository.commit(facts)).seconds * 1_000
    stage.now = dated - 4 * 60_000
    await sweep(stage.context)
    const tip = stage.tip(STATE)
    expect(stage.status(tip, SYNC)).toBeUndefined()
    stage.now = dated - 6 * 60_000
    await sweep(stage.context)
    expect(stage.status(tip, SYNC)).toMatchObject({ state: 'error' })
  })
  test('is told once, until it reports again', async () => {
    const stage = await open()
    const facts = await stage.observe(
      'one',
      'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\n',
    )
    await allocateOnForge(stage.context)
    const since = (await stage.repository.commit(facts)).seconds * 1_000
    stage.now = since + 59 * 60_000
    await sweep(stage.context)
    const tip = stage.tip(STATE)
    expect(stage.status(tip, SYNC)).toBeUndefined()
    stage.now = since + 61 * 60_000
    await sweep(stage.context)
    const time = `${new Date(since).toISOString().slice(0, 19)}Z`
    const status = { context: SYNC, state: 'error', description: `no report since ${time}` }
    expect(stage.status(tip, SYNC)).toEqual(status)
    expect(stage.status(stage.tip(), SYNC)).toEqual(status)
    const { written } = stage.forge
    stage.now += 60 * 60_000
    await sweep(stage.context)
    expect(stage.forge.written).toBe(written)

    const now = new Date(stage.now).toISOString()
    await report(stage.context, own({ revision: tip, at: now }))
    expect(stage.status(tip, SYNC)?.state).toBe('success')
    await sweep(stage.context)
    expect(stage.status(tip, SYNC)?.state).toBe('success')
    stage.now += 62 * 60_000
    await sweep(stage.context)
    expect(stage.status(tip, SYNC)?.state).toBe('error')
  })
})
