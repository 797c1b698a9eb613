import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { crdNames, crdText } from '../../lib/domain/crds/crds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { kubeDc } from '../import/kube-dc.ts'
import { liveCluster } from '../vip/vip-files.ts'
import { type ImportStage, openImportStage } from './import-stage.ts'
import { kdcClusterCrd } from './kdc-cluster-crd.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'

const shared = resolve(import.meta.dirname, '../../../shared/crds')

/** Project as its published CRD has it, as far as it is read. */
const projectCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'projects.kube-dc.com' },
  spec: {
    group: 'kube-dc.com',
    names: { kind: 'Project', plural: 'projects', singular: 'project' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
}

describe.skipIf(!hasKubeOvn)('a platform of Kube-DC', () => {
  let stage: ImportStage
  afterAll(() => stage?.stop())

  const apply = (...objects: readonly object[]) =>
    stage.kubectl(
      'apply --server-side -f -',
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    )

  /** A Cluster needs more than a project has of it here. */
  function served(one: KubeObject): KubeObject {
    const { status: _, ...object } = one
    if (one.kind !== 'Cluster') return object as KubeObject
    const infrastructureRef = { apiGroup: 'x.dev', kind: 'X', name: 'x' }
    const spec = { ...(one['spec'] as object), infrastructureRef }
    return { ...object, apiVersion: 'cluster.x-k8s.io/v1beta2', spec } as KubeObject
  }

  test(
    'is imported with its blocks, not touched by the first sync, taken over as it is, and carries a new cluster',
    async () => {
      stage = await openImportStage()
      stage.kubectl(`apply --server-side -f ${join(shared, 'cluster-api-v1beta2.yaml')}`)
      for (const name of crdNames.filter((one) => one.endsWith('.network.kube-dc.com')))
        stage.kubectl('apply -f -', withoutOurs(crdText(name)))
      apply(projectCrd, kdcClusterCrd)
      stage.kubectl('wait --for=condition=Established crd --all --timeout=60s')
      stage.kubectl('create namespace acme')
      const objects = kubeDc().map(served)
      apply(...objects.filter(({ kind }) => kind === 'Namespace'))
      apply(...objects.filter(({ kind }) => kind !== 'Namespace'))
      for (const name of ['solar', 'lunar', 'quiet'])
        stage.kubectl(
          `patch kdcclusters.k8s.kube-dc.com ${name} -n acme-shop --subresource=status --type=merge -p {"status":{"loadBalancer":{"mode":"enable"}}}`,
        )
      await stage.atRest()
      await stage.tell('stop kube-ovn-controller')
      const before = await stage.atRest()
      expect(Object.keys(before).filter(isOfKubeDc)).toHaveLength(11)

      const told = await stage.import()
      expect([told.code, told.err]).toEqual([0, ''])
      expect(told.out).toMatch(/^imported: 6 claims of 1 environment; left as it is: 0 warnings/m)
      const synced = await stage.sync()
      expect([synced.code, synced.err]).toEqual([0, ''])
      expect(await stage.atRest()).toEqual(before)

      const specs = async () =>
        Promise.all(
          ['solar-1', 'solar-2', 'lunar-1'].map(
            async (name) => (await stage.find('AddressReservation', `acme-shop-${name}`))?.['spec'],
          ),
        )
      const former = await specs()
      const file = readFileSync(join(stage.repo, '.take-over/environments/acme-shop.yaml'), 'utf8')
      expect(file).not.toContain('# Not among them')
      await stage.change({ 'acknowledgements/acme-shop.yaml': file })
      await stage.sync()
      expect(await specs()).toEqual(former)
      const arena = () => stage.find('AddressArena', 'vip-acme-shop')
      expect((await arena())?.metadata.labels).toMatchObject({
        'app.kubernetes.io/managed-by': 'netclaim',
      })
      await stage.handOver()

      await stage.change({ 'environments/acme-shop/comet.yaml': liveCluster('comet') })
      await stage.sync()
      const made = await stage.find('AddressReservation', 'acme-shop-comet-1')
      expect(made?.['spec']).toMatchObject({ cidr: '10.242.0.32/28' })
      expect((await arena())?.['spec']).toMatchObject({ slotsUsed: 4 })
      expect(await specs()).toEqual(former)
      await stage.tell('start kube-ovn-controller')
    },
    START_MS + 240_000,
  )
})

/** `k8s.kube-dc.com/KdcCluster acme-shop/solar`. */
function isOfKubeDc(id: string): boolean {
  return /^(?:\S*kube-dc\.com|cluster\.x-k8s\.io)\//.test(id)
}

/** As somebody else would bring it. */
function withoutOurs(text: string): string {
  return text.replace(/^ +app\.kubernetes\.io\/managed-by: netclaim\n/m, '')
}
