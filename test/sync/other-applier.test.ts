import { describe, expect, test } from 'vitest'
import { handOver } from '../../functions/hand-over.ts'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { StateSource } from '../../functions/sync/state-source.ts'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { appliedByOf } from '../../lib/pipeline/appliers/applied-by.ts'
import { managers } from '../../lib/pipeline/appliers/managers.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from './claims-repository.ts'
import { outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const by = (applier: string) => ({ 'netclaim.yaml': `appliedBy: ${applier}\nproof: api\n` })
const files = { ...environment('photon'), ...by('flux') }
const writes = ({ cluster }: Stage) =>
  cluster.calls.filter((one) => /^(?:apply|create|replace|remove) /.test(one))

/** The same state, as if our own sync were to apply it. */
function forOurs({ repo }: Stage): StateSource {
  const source = gitSource(repo.repository, { main: 'main' })
  return {
    async latest(applied) {
      const fetched = await source.latest(applied)
      return { ...fetched, settings: { ...fetched.settings, appliedBy: 'netclaim' } }
    },
  }
}

/** Flux as far as it is seen here: it applies the tip of the state, under its name and with labels of its own. */
async function flux(stage: Stage, commit = stage.repo.tip()): Promise<void> {
  const { cluster } = stage
  await handOver(cluster, { from: managers.flux, to: managers.netclaim })
  await stage.sync({ source: forOurs(stage), namespace: 'elsewhere', accept: commit })
  await handOver(cluster, { from: managers.netclaim, to: managers.flux })
  for (const { object } of cluster.objects.values())
    if (object.metadata.labels?.['app.kubernetes.io/managed-by'] === 'netclaim')
      await cluster.replace(labelled(object))
  cluster.put(unit(commit))
  cluster.calls.length = 0
}

/** As Flux leaves every object: with a label that nobody renders. */
function labelled(object: KubeObject): KubeObject {
  const name = 'kustomize.toolkit.fluxcd.io/name'
  const { labels, managedFields = [] } = object.metadata
  const owners = managedFields.map((one) => {
    const fields = one.fieldsV1 as { 'f:metadata': { 'f:labels': object } }
    const metadata = fields['f:metadata']
    if (one.manager !== managers.flux) return one
    const own = { ...metadata, 'f:labels': { ...metadata['f:labels'], [`f:${name}`]: {} } }
    return { ...one, fieldsV1: { ...fields, 'f:metadata': own } }
  })
  const metadata = { ...object.metadata, labels: { ...labels, [name]: 'netclaim-env' } }
  return { ...object, metadata: { ...metadata, managedFields: owners } }
}

const unit = (commit: string): KubeObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: {
    name: 'netclaim-platform',
    namespace: 'flux-system',
    labels: { 'app.kubernetes.io/managed-by': 'netclaim' },
  },
  status: { lastAttemptedRevision: `netclaim/state@sha1:${commit}` },
})

const observe = (stage: Stage) => stage.sync({ mode: 'observe', repository: stage.repo.repository })

describe('where netclaim.yaml gives the applying to somebody else', () => {
  test.each([
    ['flux', 'Flux', 'apply'],
    ['argocd', 'Argo CD', 'apply'],
    ['flux', 'Flux', 'dry-run'],
  ] as const)('appliedBy: %s, our sync applies nothing: %s does (%s)', async (word, name, mode) => {
    const stage = await open({ ...files, ...by(word) })
    const source = gitIn(stage.repo.folder, 'rev-parse', 'main')
    const { run, refused, applied } = await stage.sync({ mode })
    expect(run.findings).toMatchObject([
      {
        rule: 'sync/other-applier',
        message: `netclaim.yaml of ${source.slice(0, 12)} says appliedBy: "${word}", so ${name} applies, and netclaim sync does not`,
        hint: `run netclaim sync --observe beside ${name}; or run netclaim hand-over --from ${word} --to netclaim once it is at rest, and set appliedBy: netclaim`,
      },
    ])
    expect([stateOf(run), run.objects, refused, applied]).toEqual(['failure', [], true, undefined])
    expect(writes(stage)).toEqual([])
    // As an archive has it, without netclaim.yaml.
    expect(appliedByOf(await stage.repo.repository.readState(stage.repo.tip()))).toBe(word)
  })

  test('a netclaim.yaml that cannot be read any more changes nothing of it', async () => {
    const stage = await open(files)
    await stage.repo.change({ 'netclaim.yaml': 'appliedBy: nobody\n' })
    const source = gitSource(stage.repo.repository, { main: 'main' })
    expect((await source.latest(undefined)).settings.appliedBy).toBe('flux')
  })
})

describe('an observation beside Flux', () => {
  test('judges what Flux applied as if we had, and tells how far it came', async () => {
    const stage = await open(files)
    await flux(stage)
    stage.cluster.deaf.add('Kustomization')
    expect(await observe(stage)).toMatchObject({
      unknown: 'how far Flux has come is unknown: Kustomization cannot be listed: out of order',
    })
    stage.cluster.deaf.clear()
    const first = await observe(stage)
    expect(new Set(Object.values(outcomes(first)))).toEqual(new Set(['unchanged']))
    expect(stateOf(first.run)).toBe('success')
    expect([first.unknown, first.applied]).toEqual([
      undefined,
      { commit: stage.repo.tip(), generation: 1 },
    ])
    // Flux has seen nothing of what comes now.
    await stage.repo.change(eip('photon', 'web'))
    const second = await observe(stage)
    expect(outcomes(second)['OvnEip photon-web']).toBe('to-apply')
    expect(second.applied).toEqual(first.applied)
    expect(stateOf(second.run)).toBe('pending')
  })

  test('has the cluster remember it, once, so that our own sync can go on from there', async () => {
    const stage = await open(files)
    await flux(stage)
    await observe(stage)
    expect(writes(stage)).toEqual(['create Lease netclaim/netclaim-sync'])
    await observe(stage)
    expect(writes(stage)).toHaveLength(1)
    const lease = stage.cluster.find('Lease netclaim/netclaim-sync')
    expect(lease?.metadata.annotations).toMatchObject({
      'netclaim.dev/applied-commit': stage.repo.tip(),
      'netclaim.dev/applied-generation': '1',
    })
    await handOver(stage.cluster, { from: managers.flux, to: managers.netclaim })
    await stage.repo.change(by('netclaim'))
    const { run } = await stage.sync()
    expect([run.restored, stateOf(run)]).toEqual([undefined, 'success'])
  })

  test('says nothing of how far Flux is where the state was moved back', async () => {
    const stage = await open(files)
    const { repository, folder } = stage.repo
    const back = stage.repo.tip()
    await stage.repo.change(eip('photon', 'web'))
    await flux(stage)
    const told = { cluster: stage.cluster, clock: clockOf(stage), name: 'one', repository }
    await tellSynced(await observe(stage), told)
    const facts = () => gitIn(folder, 'show', 'netclaim/observed/one:observed/one.yaml')
    expect(facts()).toContain('generation: 2\n')
    gitIn(folder, 'update-ref', `refs/heads/${STATE}`, back)
    await flux(stage, back)
    const moved = await observe(stage)
    expect(moved.run.findings.map(({ rule }) => rule)).toEqual(['sync/older-state'])
    expect([moved.refused, moved.applied]).toEqual([true, undefined])
    const { tip } = await tellSynced(moved, told)
    expect([tip, facts()]).toEqual([undefined, expect.stringContaining('generation: 2\n')])
  })
})

test('an observation where our own sync applies tells what that one has applied', async () => {
  const stage = await open(environment('photon'))
  const before = await observe(stage)
  expect([before.applied, before.refused]).toEqual([undefined, false])
  const { applied } = await stage.sync()
  expect(applied).toEqual({ commit: stage.repo.tip(), generation: 1 })
  await stage.repo.change(eip('photon', 'web'))
  stage.cluster.calls.length = 0
  expect((await observe(stage)).applied).toMatchObject(applied ?? {})
  expect(writes(stage)).toEqual([])
})

function clockOf(stage: Stage) {
  return { now: () => stage.now, pause: async () => undefined }
}
