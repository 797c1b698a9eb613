import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { idOf } from '../../lib/pipeline/sync/desired.ts'
import { type SyncKind, syncKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import { tenantKinds } from '../../lib/pipeline/sync/tenant-kinds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { commitFiles, gitIn } from '../git/sandbox.ts'
import { delegation } from '../manifests/vip-sample.ts'
import { STATE } from '../sync/claims-repository.ts'
import { profileOf } from '../tenant-profile/profile-of.ts'
import { secretOf } from '../tenants/tenant-stage.ts'
import { hasApiServer, type RealApiServer, START_MS, startApiServer } from './real-api-server.ts'
import { openSyncStage, type SyncStage } from './sync-stage.ts'

const files = {
  'netclaim.yaml': 'proof: api\nappliers: [admin]\ncontrollers: [admin]\n',
  ...environment('photon'),
  ...eip('photon', 'web'),
}
/** May do everything that RBAC can give; what refuses is a policy. */
const EVE = ['--as=eve', '--as-group=system:masters']

describe.skipIf(!hasApiServer)('netclaim eject, on real API servers', { timeout: 180_000 }, () => {
  let stage: SyncStage
  let tenant: RealApiServer
  let inside: KubernetesCluster
  let out: string
  let leaver: string

  beforeAll(async () => {
    const starting = startApiServer()
    stage = await openSyncStage(files, ['photon'])
    tenant = await starting
    const access = await kubeconfigAccess(systemClock, { file: tenant.kubeconfig })
    inside = kubernetesCluster({ access, clock: systemClock })
    out = join(stage.repo.folder, '../plain')
    leaver = personOf('leaver')
    for (let round = 0; round < 3; round += 1) await stage.report(await stage.sync())
    await applyProfile()
    const status = { conditions: [] }
    const claim = { apiVersion: 'network.kmetal.io/v1alpha1', kind: 'EipClaim', status }
    const metadata = { name: 'web', namespace: 'photon' }
    await stage.cluster.apply({ ...claim, metadata }, { part: 'status' })
  }, START_MS)
  afterAll(async () => {
    await inside?.close()
    await tenant?.stop()
    await stage?.stop()
  })

  /** The kubeconfig of somebody who is no applier. */
  function personOf(name: string): string {
    stage.kubectl('create', 'serviceaccount', name, '-n', 'default')
    const who = `--serviceaccount=default:${name}`
    stage.kubectl('create', 'clusterrolebinding', name, '--clusterrole=cluster-admin', who)
    const token = stage.kubectl('create', 'token', name, '-n', 'default').trim()
    const config = JSON.parse(readFileSync(stage.api.kubeconfig, 'utf8'))
    const file = join(stage.repo.folder, `../${name}.json`)
    const users = config.users.map((one: object) => ({ ...one, user: { token } }))
    writeFileSync(file, JSON.stringify({ ...config, users }))
    return file
  }

  /** A tenant cluster with its profile, and a state that names it. */
  async function applyProfile(): Promise<void> {
    const profile = profileOf(delegation({ namespace: 'photon', blocks: [] }))
    const objects = [...profile.values()].flat().filter(({ kind }) => kind !== 'IPAddressPool')
    const wave = ({ metadata }: KubeObject) =>
      Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'])
    for (const one of (objects as unknown as KubeObject[]).toSorted((a, b) => wave(a) - wave(b)))
      expect(await inside.apply(one)).toMatchObject({ outcome: 'written' })
    const kubeconfig = readFileSync(tenant.kubeconfig, 'utf8')
    await stage.cluster.create(secretOf('photon', 'solar', kubeconfig))
    const { folder } = stage.repo
    gitIn(folder, 'checkout', '--quiet', '-b', 'with-solar', STATE)
    const text = renderManifests(objects)
    commitFiles(folder, { 'rendered/tenants/photon/solar/profile.yaml': text })
    gitIn(folder, 'checkout', '--quiet', 'main')
  }

  const eject = (...more: readonly string[]) =>
    netclaim(['eject', '--state', 'with-solar', '--kubeconfig', leaver, ...more], {
      cwd: stage.repo.folder,
    })

  /** Everything of these kinds, ours or not. */
  async function all(
    cluster: Pick<KubernetesCluster, 'list'>,
    kinds: readonly SyncKind[],
  ): Promise<ReadonlyMap<string, KubeObject>> {
    const found = new Map<string, KubeObject>()
    for (const { apiVersion, kind } of kinds) {
      const listed = await cluster.list({ apiVersion, kind })
      if (listed.outcome !== 'whole') continue
      for (const one of listed.items) found.set(idOf({ ...one, apiVersion, kind }), one)
    }
    return found
  }

  const isPolicy = (id: string) => id.startsWith('ValidatingAdmissionPolicy')
  /** Without what the API server counts, and what is ours alone. */
  function values(objects: ReadonlyMap<string, KubeObject>) {
    const kept = [...objects].filter(([id]) => !isPolicy(id))
    return Object.fromEntries(
      kept.map(([id, { metadata, ...rest }]) => {
        const { labels = {}, annotations = {}, uid, finalizers, generation } = metadata
        const others = (texts: object) =>
          Object.entries(texts).filter(([key]) => !/^netclaim\.dev\/|managed-by$/.test(key))
        const known = { uid, finalizers, labels: others(labels), annotations: others(annotations) }
        // That of a Deployment counts changed annotations, too.
        return [
          id,
          {
            ...rest,
            kind: '',
            apiVersion: '',
            ...known,
            ...(id.startsWith('Deployment') ? {} : { generation }),
          },
        ]
      }),
    )
  }

  test('before it, nobody but an applier may change anything', () => {
    const patch = '{"spec":{"v4Ip":"198.51.100.99"}}'
    expect(() =>
      stage.kubectl('patch', 'ovn-eip', 'photon-web', '--type=merge', '-p', patch, ...EVE),
    ).toThrow(/is not to be changed by eve/)
  })

  test('shows what would be done, and does nothing', async () => {
    const before = [await all(stage.cluster, syncKinds), await all(inside, tenantKinds)]
    const { code, out: shown, err } = await eject()
    expect([code, err]).toEqual([0, ''])
    expect(shown).toMatch(/would be removed {2}ValidatingAdmissionPolicyBinding netclaim-one-door/)
    expect(shown).toMatch(/would be freed {4}OvnEip: 2 objects/)
    expect(shown).toMatch(/photon\/solar\n {2}would be removed {2}ValidatingAdmissionPolicyBinding/)
    expect(shown).toMatch(/nothing was changed: --write does it/)
    expect([await all(stage.cluster, syncKinds), await all(inside, tenantKinds)]).toEqual(before)
  })

  test('takes every mark off, in tenant clusters too, and changes no value', async () => {
    const before = [await all(stage.cluster, syncKinds), await all(inside, tenantKinds)]
    const { code, out: shown, err } = await eject('--out', out, '--write')
    expect([code, err, shown.match(/not done.*/g)]).toEqual([0, '', null])
    const after = [await all(stage.cluster, syncKinds), await all(inside, tenantKinds)]
    expect(after.map(values)).toEqual(before.map(values))
    for (const objects of after) {
      expect([...objects.keys()].filter(isPolicy)).toEqual([])
      for (const { metadata } of objects.values()) {
        const { labels = {}, annotations = {}, managedFields = [] } = metadata
        expect(JSON.stringify([labels, annotations])).not.toMatch(/netclaim/)
        expect(managedFields.map(({ manager }) => manager)).not.toContain('netclaim')
        expect(JSON.stringify(managedFields)).not.toContain('netclaim.dev/')
      }
    }
    expect((await eject('--write')).out).toMatch(
      /bears no mark.*\n\nphoton\/solar\n.*bears no mark/,
    )
  })

  test('a sync that still runs refuses, and touches nothing', async () => {
    const before = await all(stage.cluster, syncKinds)
    const { run, refused } = await stage.sync()
    expect(refused).toBe(true)
    expect(run.findings.map(({ rule }) => rule)).toEqual(['sync/ejected'])
    expect(await all(stage.cluster, syncKinds)).toEqual(before)
  })

  test('who changes their mind has it all back, and may go again', async () => {
    const before = values(await all(stage.cluster, syncKinds))
    const { run } = await stage.sync({ accept: stage.repo.tip() })
    expect(new Set(run.objects.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
    expect((await stage.sync()).run.objects.every(({ outcome }) => outcome === 'unchanged')).toBe(
      true,
    )
    expect(Object.keys(await stage.revisions())).toContain('OvnEip photon-web')
    expect((await eject('--write')).code).toBe(0)
    expect(values(await all(stage.cluster, syncKinds))).toEqual(before)
  })

  test('kubectl takes over with the manifests, and then changes what it likes', async () => {
    const before = values(await all(stage.cluster, syncKinds))
    const folders = ['platform', 'environments'].flatMap((name) => ['-f', join(out, name)])
    const apply = ['apply', '--server-side', '--recursive', ...folders, ...EVE]
    stage.kubectl(...apply)
    expect(values(await all(stage.cluster, syncKinds))).toEqual(before)
    const vlan = globSync(join(out, 'platform/**/*.yaml')).find((file) =>
      readFileSync(file, 'utf8').includes('id: 0\n  provider: provider2'),
    )
    const text = readFileSync(vlan ?? '', 'utf8')
    writeFileSync(vlan ?? '', text.replace('id: 0', 'id: 7'))
    stage.kubectl(...apply)
    const get = ['get', 'vlan', 'provider2', '-o', 'jsonpath={.spec.id}']
    expect(stage.kubectl(...get)).toBe('7')
  })
})
