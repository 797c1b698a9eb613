import { describe, expect, test } from 'vitest'
import { syncedJson, syncedText } from '../../functions/cli/synced.ts'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import type { Synced } from '../../functions/sync.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { RunReport } from '../../lib/pipeline/sync-report/run-report.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { World } from '../plan/world.ts'
import { onNetwork, outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const mode = (line: string) => ({ 'netclaim.yaml': `proof: api\n${line}` })
const photon = { ...environment('photon'), ...eip('photon', 'web'), ...mode('mode: shadow\n') }

const writes = ({ cluster }: Stage) => cluster.calls.filter((one) => !/^(?:get|list) /.test(one))

/** Tells a run, and gives the report that it makes. */
async function tell(stage: Stage, synced: Synced): Promise<RunReport> {
  const reports: RunReport[] = []
  const { problems } = await tellSynced(synced, {
    cluster: stage.cluster,
    clock: { now: () => stage.now, pause: async () => undefined },
    name: 'one',
    repository: stage.repo.repository,
    send: async (_, report) => void reports.push(report),
  })
  expect(problems).toEqual([])
  const [report] = reports
  if (report === undefined) throw new Error('nothing was reported')
  return report
}

describe('in shadow mode', () => {
  test('a run writes nothing into the cluster, and tells all that it would do', async () => {
    const stage = await open(photon)
    const synced = await stage.sync()
    const report = await tell(stage, synced)
    expect(writes(stage)).toEqual([])
    const all = Object.values(outcomes(synced))
    expect(new Set(all)).toEqual(new Set(['to-apply']))
    expect(synced.applied).toBeUndefined()
    expect(stateOf(synced.run)).toBe('success')
    expect(report).toMatchObject({
      state: 'success',
      message: `shadow, nothing is applied: 0/${all.length} objects are as wanted, ${all.length} would change`,
    })
    expect(report.details?.waiting.map(({ object }) => object)).toContain('OvnEip photon-web')
    expect(syncedText(synced.run)).toMatch(
      /^shadow: nothing is applied, this is what would be done\n/,
    )
    expect(JSON.parse(syncedJson(synced.run))).toMatchObject({ shadow: true, state: 'success' })
  })
  test('a live object that is otherwise is named, and the report is red', async () => {
    const stage = await open(photon)
    stage.cluster.put({
      apiVersion: 'kubeovn.io/v1',
      kind: 'OvnEip',
      metadata: {
        name: 'photon-web',
        labels: { 'app.kubernetes.io/managed-by': 'netclaim' },
        annotations: { 'netclaim.dev/claim': 'EipClaim photon/web' },
      },
      spec: { externalSubnet: 'ext-a', type: 'nat', v4Ip: '198.51.100.77' },
    })
    const synced = await stage.sync()
    const report = await tell(stage, synced)
    expect(outcomes(synced)['OvnEip photon-web']).not.toBe('to-apply')
    expect(report.state).toBe('failure')
    expect(report.message).toMatch(
      /^shadow, nothing is applied: .* 1 has something in the way; OvnEip photon-web: /,
    )
    expect(writes(stage)).toEqual([])
  })
  test('the cluster reports what is there, so that no claim gets what somebody has', async () => {
    const stage = await open(photon)
    stage.cluster.put({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'old', namespace: 'elsewhere' },
      spec: { type: 'LoadBalancer' },
      status: { loadBalancer: { ingress: [{ ip: '198.51.100.22' }] } },
    })
    await tell(stage, await stage.sync())
    const facts = gitIn(stage.repo.folder, 'show', 'netclaim/observed/one:observed/one.yaml')
    expect(facts).toContain('198.51.100.22')
    expect(facts).not.toMatch(/^generation:/m)
    await stage.repo.change(eip('photon', 'new'))
    const book = gitIn(stage.repo.folder, 'show', 'netclaim/state:allocations/photon.yaml')
    expect(book).toContain('"198.51.100.23"')
    expect(book).not.toContain('"198.51.100.22"')
  })
  test('nothing is taken away either, and one line leaves it', async () => {
    const stage = await open({ ...photon, ...mode('') })
    await stage.sync()
    stage.cluster.calls.length = 0
    await stage.repo.change({
      ...mode('mode: shadow\n'),
      'environments/photon/eip-web.yaml': undefined,
      ...eip('photon', 'mail'),
    })
    const shadowed = await stage.sync()
    expect(shadowed.run.shadow).toBe(true)
    expect(outcomes(shadowed)['OvnEip photon-mail']).toBe('to-apply')
    expect(writes(stage)).toEqual([])
    await stage.repo.change(mode('mode: active\n'))
    const active = await stage.sync()
    expect(active.run.shadow).toBeUndefined()
    expect(onNetwork(writes(stage))).toContain('apply OvnEip photon-mail')
  })
})

describe('the state', () => {
  const state = (world: World) => readState(world.tree).value.mode
  const shadow = { 'netclaim.yaml': 'mode: shadow\n' }

  test('says that it is a shadow, and stays one until a line says otherwise', () => {
    const world = World.of(shadow)
    expect(world.tree.get('state.yaml')).toMatch(/^mode: shadow$/m)
    world.commit({ 'netclaim.yaml': 'proof: api\n' })
    expect(state(world)).toBe('shadow')
    world.commit({ 'netclaim.yaml': undefined })
    expect(state(world)).toBe('shadow')
    world.commit({ 'netclaim.yaml': 'mode: [\n' })
    expect(state(world)).toBe('shadow')
    world.commit({ 'netclaim.yaml': 'mode: active\n' })
    expect(state(world)).toBeUndefined()
    world.commit({ 'netclaim.yaml': 'proof: api\n' })
    expect(world.tree.get('state.yaml')).not.toContain('mode')
  })
  test('changes by a line that the check tells of', () => {
    const world = World.of({ 'netclaim.yaml': 'proof: api\n' })
    const told = (text: string | undefined) =>
      world
        .check({ 'netclaim.yaml': text })
        .report.findings.filter(({ rule }) => /^change\/(?:mode|leaves-shadow)$/.test(rule))
        .map(({ rule, severity, at, message }) => [`${severity} ${rule}`, at?.line, message])
    const into = [
      'info change/mode',
      2,
      'the platform goes into shadow: from the merge on nothing is applied, and nothing that is given back is proven gone',
    ]
    expect(told('proof: api\nmode: shadow\n')).toEqual([into])
    expect(told('proof: api\nmode: active\n')).toEqual([])
    world.commit({ 'netclaim.yaml': 'mode: shadow\n' })
    expect(told('mode: active\n')).toEqual([
      ['warning change/leaves-shadow', 1, expect.stringContaining('applies all that is rendered')],
    ])
    const stays = ['info change/mode', 1, expect.stringContaining('stays in shadow') as string]
    expect(told('proof: api\n')).toEqual([stays])
    expect(told(undefined)).toEqual([stays])
    expect(told('mode: shadow\nproof: api\n')).toEqual([])
    world.commit({ 'netclaim.yaml': 'mode: active\n' })
    expect(told('proof: api\n')).toEqual([])
  })
  test.each(['flux', 'argocd'])('is no shadow where %s would apply it', (applier) => {
    const world = World.of()
    world.commit({ 'netclaim.yaml': `mode: shadow\nappliedBy: ${applier}\n` })
    const { at, field, value, message } = world.finding('settings/shadow-applier')
    expect([at, field, value]).toEqual([
      { file: 'netclaim.yaml', line: 1, column: 7 },
      'mode',
      'shadow',
    ])
    expect(message).toContain(`"${applier}"`)
    expect(world.said).toContain('warning plan/frozen')
    expect(state(world)).toBeUndefined()
  })
})
