import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import type { Synced } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { parseEndpoints } from '../../lib/adapters/ovsdb/endpoint.ts'
import { policyNames } from '../../lib/domain/admission/admission-policies.ts'
import { crdNames } from '../../lib/domain/crds/crds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { hasApiServer, START_MS } from './real-api-server.ts'
import { openSyncStage, outcomes, type SyncStage } from './sync-stage.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const filesIn = (folder: string) =>
  globSync('*.yaml', { cwd: join(deploy, folder) })
    .filter((name) => name !== 'kustomization.yaml')
    .toSorted()
const objectsIn = (folder: string) =>
  filesIn(folder)
    .flatMap((name) => parseAllDocuments(readFileSync(join(deploy, folder, name), 'utf8')))
    .flatMap((document) => (document.toJS() as KubeObject | null) ?? [])
const objects = objectsIn('sync')

test.each(['sync', 'tenants'])('the kustomization of %s names every file beside it', (folder) => {
  const text = readFileSync(join(deploy, folder, 'kustomization.yaml'), 'utf8')
  const named = [...text.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(filesIn(folder))
})

test('the sync as it is deployed asks several members of OVN-NB, of which one may be cut off', () => {
  const text = JSON.stringify(objects.find(({ kind }) => kind === 'Deployment'))
  const said = /"--northbound","(?<members>[^"]+)"/.exec(text)?.groups?.['members'] ?? ''
  expect(parseEndpoints(said)).toHaveLength(3)
})

describe.skipIf(!hasApiServer)('the sync as it is deployed', () => {
  let stage: SyncStage
  let own: KubernetesCluster
  beforeAll(async () => {
    stage = await openSyncStage(
      {
        ...environment('photon'),
        ...eip('photon', 'web'),
        'netclaim.yaml': 'appliers: ["system:serviceaccount:netclaim:sync", admin]\n',
      },
      ['photon'],
      'without controllers',
    )
  }, START_MS)
  afterAll(async () => {
    await own?.close()
    await stage.stop()
  })

  test('is what the API server takes, strictly and without a warning', async () => {
    // The namespace first, for which all the others wait.
    for (const object of objects.toSorted((a) => (a.kind === 'Namespace' ? -1 : 1)))
      expect([object.kind, await stage.cluster.apply(object)]).toMatchObject([
        object.kind,
        { outcome: 'written', warnings: [] },
      ])
  })

  test('with webhooks, too, whose Service and whose door lead to its port', async () => {
    const text = stage.kubectl('kustomize', join(deploy, 'sync-webhook'))
    const found = parseAllDocuments(text).map((document) => document.toJS() as KubeObject)
    expect(found).toHaveLength(objects.length + 1)
    for (const object of found)
      expect([object.kind, await stage.cluster.apply(object)]).toMatchObject([
        object.kind,
        { outcome: 'written', warnings: [] },
      ])
    const kind = (name: string) => JSON.stringify(found.find((one) => one.kind === name))
    expect(kind('Deployment')).toContain('"--listen","[::]:8080"')
    expect(kind('Deployment')).toContain('{"containerPort":8080,"name":"webhooks"}')
    expect(kind('Service')).toContain('"targetPort":"webhooks"')
    expect(kind('NetworkPolicy')).toContain('"ports":[{"port":"webhooks","protocol":"TCP"}]')
  })

  test('has all the rights that it needs', async () => {
    const token = stage.kubectl('create', 'token', 'sync', '--namespace=netclaim').trim()
    const config = JSON.parse(readFileSync(stage.api.kubeconfig, 'utf8')) as { users: object[] }
    const file = join(stage.repo.folder, '.git/kubeconfig')
    const users = config.users.map((user) => ({ ...user, user: { token } }))
    writeFileSync(file, JSON.stringify({ ...config, users }))
    const access = await kubeconfigAccess(systemClock, { file })
    own = kubernetesCluster({ access, clock: systemClock })
    const first = await stage.sync({ cluster: own, waitMs: 1 })
    expect(first.run.findings).toEqual([])
    expect(new Set(Object.values(outcomes(first)))).toEqual(new Set(['applied']))
    const made = Object.keys(outcomes(first))
    for (const name of crdNames) expect(made).toContain(`CustomResourceDefinition ${name}`)
    for (const name of policyNames)
      expect(made).toContain(`ValidatingAdmissionPolicyBinding ${name}`)
    // ConfigMaps are for those alone who publish values; nobody else's run suffers from that.
    expect(failedIn(first)).toEqual(['ConfigMap'])

    stage.kubectl(
      'patch',
      'ovn-eip',
      'photon-web',
      '--type=json',
      '-p',
      '[{"op":"remove","path":"/metadata/finalizers"}]',
    )
    stage.kubectl('delete', 'ovn-eip', 'photon-web', '--wait=false')
    await stage.sync({ cluster: own, waitMs: 1 })
    const last = await stage.sync({ cluster: own, waitMs: 1 })
    expect(new Set(Object.values(outcomes(last)))).toEqual(new Set(['unchanged']))
    const { repository } = stage.repo
    const telling = { cluster: own, clock: systemClock, name: 'one', repository }
    const told = await tellSynced(last, telling)
    expect(told.problems).toEqual([])
    expect(told.facts?.complete).toContain('Service')
  })

  test.each([
    ['get', 'secrets'],
    ['create', 'pods'],
    ['delete', 'customresourcedefinitions'],
    ['patch', 'clusterroles'],
    ['delete', 'namespaces'],
    ['delete', 'leases'],
    ['update', 'nodes'],
  ])('has no right to %s %s', (verb, resource) => {
    const as = '--as=system:serviceaccount:netclaim:sync'
    const answer = () => stage.kubectl('auth', 'can-i', verb, resource, as, '--namespace=netclaim')
    expect(answer).toThrow(expect.objectContaining({ stdout: 'no\n' }))
  })

  test.each([
    ['validatingadmissionpolicies', policyNames],
    ['validatingadmissionpolicybindings', policyNames],
    ['customresourcedefinitions', crdNames],
  ])(
    'may make and change such %s alone as are rendered',
    (resource, names) => {
      const as = '--as=system:serviceaccount:netclaim:sync'
      const can = (verb: string, name: string) => {
        try {
          return stage.kubectl('auth', 'can-i', verb, `${resource}/${name}`, as).trim()
        } catch (error) {
          return String((error as { stdout?: unknown }).stdout).trim()
        }
      }
      for (const name of names)
        expect(['create', 'patch'].map((verb) => can(verb, name))).toEqual(['yes', 'yes'])
      const verbs = ['create', 'patch', 'delete', 'update']
      expect(verbs.map((verb) => can(verb, 'pod-security'))).toEqual(Array(4).fill('no'))
    },
    60_000,
  )

  test('may list ConfigMaps where values are published', async () => {
    for (const object of objectsIn('publish'))
      expect(await stage.cluster.apply(object)).toMatchObject({ outcome: 'written', warnings: [] })
    await expect
      .poll(async () => failedIn(await stage.sync({ cluster: own, waitMs: 1 })), {
        timeout: 20_000,
      })
      .toEqual([])
  })

  test('may get a kubeconfig where tenant clusters are visited, and list no Secrets', async () => {
    for (const object of objectsIn('tenants'))
      expect(await stage.cluster.apply(object)).toMatchObject({ outcome: 'written', warnings: [] })
    const as = '--as=system:serviceaccount:netclaim:sync'
    const can = (verb: string) => {
      try {
        return stage.kubectl('auth', 'can-i', verb, 'secrets', as, '--namespace=photon').trim()
      } catch (error) {
        return String((error as { stdout?: unknown }).stdout).trim()
      }
    }
    await expect.poll(() => can('get')).toBe('yes')
    expect(['list', 'watch', 'create', 'patch', 'delete'].map(can)).toEqual(Array(5).fill('no'))
  })
})

/** Kinds that could not be listed. */
function failedIn({ live }: Synced): readonly string[] {
  return [...live.lists].flatMap(([kind, list]) => (list.outcome === 'failed' ? [kind] : []))
}
