import { describe, expect, test } from 'vitest'
import { handOver } from '../../functions/hand-over.ts'
import { moveFields } from '../../lib/pipeline/hand-over/move-fields.ts'
import { releaseFields } from '../../lib/pipeline/hand-over/release-fields.ts'
import type { Cluster, FieldOwner, KubeObject } from '../../lib/ports/cluster.ts'

const toFlux = { from: 'netclaim', to: 'kustomize-controller' }

function vpc(...managedFields: readonly FieldOwner[]): KubeObject {
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vpc',
    metadata: { name: 'photon', resourceVersion: '1', managedFields },
    spec: { staticRoutes: [] },
  }
}

const applied = (manager: string, fieldsV1: object): FieldOwner => ({
  manager,
  operation: 'Apply',
  fieldsV1,
})
const written: FieldOwner = {
  manager: 'kube-ovn-controller',
  operation: 'Update',
  subresource: 'status',
  fieldsV1: { 'f:status': {} },
}
const ours = applied('netclaim', { 'f:spec': { 'f:staticRoutes': {}, 'f:former': {} } })

describe('fields that change hands', () => {
  test('are noted as the new one has them, and as nobody else has', () => {
    const moved = moveFields(vpc(ours, written), toFlux)
    expect(moved).toEqual(vpc(written, { ...ours, manager: 'kustomize-controller' }))
  })
  test('join what the new one has applied already', () => {
    const theirs = applied('kustomize-controller', {
      'f:metadata': { 'f:labels': { 'f:x': {} } },
      'f:spec': { 'f:staticRoutes': {} },
    })
    expect(moveFields(vpc(ours, theirs), toFlux)?.metadata.managedFields).toEqual([
      applied('kustomize-controller', {
        'f:metadata': { 'f:labels': { 'f:x': {} } },
        'f:spec': { 'f:staticRoutes': {}, 'f:former': {} },
      }),
    ])
  })
  test('stay where they are when they are of another, or not applied', () => {
    const updated = { ...ours, operation: 'Update' }
    const status = { ...ours, subresource: 'status' }
    expect(moveFields(vpc(written, updated, status), toFlux)).toBeUndefined()
    expect(moveFields(vpc(ours), { from: 'netclaim', to: 'netclaim' })).toBeUndefined()
  })
  test('may be of any shape and depth', () => {
    let deep: object = {}
    for (let n = 0; n < 5_000; n += 1) deep = { 'f:x': deep }
    const both = vpc(applied('netclaim', deep), applied('kustomize-controller', deep))
    expect(moveFields(both, toFlux)?.metadata.managedFields).toHaveLength(1)
    const strange = vpc({ ...ours, fieldsV1: 'text' }, applied('kustomize-controller', {}))
    expect(moveFields(strange, toFlux)?.metadata.managedFields).toHaveLength(1)
  })
})

describe('fields that people set by kubectl', () => {
  const byHand = (fieldsV1: object, more: Partial<FieldOwner> = {}): FieldOwner => ({
    manager: 'kubectl-client-side-apply',
    operation: 'Update',
    fieldsV1,
    ...more,
  })
  const mine = applied('netclaim', {
    'f:metadata': { 'f:labels': { 'f:x': {} } },
    'f:spec': { 'f:cidrBlock': {}, 'f:policyRoutes': {}, 'f:list': { 'v:"a"': {} } },
  })
  test('are the sync’s alone where it applies them, and theirs where it does not', () => {
    const object = vpc(
      byHand({
        'f:metadata': { 'f:annotations': { '.': {}, 'f:last-applied': {} } },
        'f:spec': {
          '.': {},
          'f:acls': {},
          'f:cidrBlock': {},
          'f:policyRoutes': { 'k:{"p":1}': { '.': {} } },
          'f:list': { '.': {}, 'v:"a"': {}, 'v:"b"': {} },
        },
      }),
      written,
      mine,
    )
    expect(releaseFields(object, 'netclaim')?.metadata.managedFields).toEqual([
      byHand({
        'f:metadata': { 'f:annotations': { '.': {}, 'f:last-applied': {} } },
        'f:spec': { '.': {}, 'f:acls': {}, 'f:list': { '.': {}, 'v:"b"': {} } },
      }),
      written,
      mine,
    ])
  })
  test('go with their manager where nothing of them is left', () => {
    const object = vpc(
      byHand({ 'f:spec': { '.': {}, 'f:cidrBlock': {} } }, { manager: 'kubectl-edit' }),
      mine,
    )
    expect(releaseFields(object, 'netclaim')).toEqual(vpc(mine))
  })
  test.each([
    ['that are others’', [byHand({ 'f:spec': { 'f:acls': {} } }), mine]],
    ['of a status', [byHand({ 'f:spec': { 'f:cidrBlock': {} } }, { subresource: 'status' }), mine]],
    [
      'of another client',
      [byHand({ 'f:spec': { 'f:cidrBlock': {} } }, { manager: 'kube-ovn' }), mine],
    ],
    ['of an object that was never applied', [byHand({ 'f:spec': { 'f:cidrBlock': {} } })]],
    ['of strange shape', [byHand([]), { ...mine, fieldsV1: 'text' }]],
  ])('stay as they are: those %s', (_, owners) => {
    expect(releaseFields(vpc(...owners), 'netclaim')).toBeUndefined()
  })
})

describe('a hand-over', () => {
  type Api = Pick<Cluster, 'list' | 'get' | 'replace'>

  /** One Vpc; its first writes are refused as conflicts, as somebody else is faster. */
  function api(conflicts: number, more: Partial<Api> = {}) {
    let present = vpc(ours, written)
    let left = conflicts
    const cluster: Api = {
      list: async ({ kind }) =>
        kind === 'Vpc'
          ? { outcome: 'whole', items: [present], revision: '1' }
          : { outcome: 'absent-kind' },
      get: async () => present,
      replace: async (object) => {
        left -= 1
        if (left >= 0) return { outcome: 'conflict', conflicts: [], message: 'not the latest' }
        present = object
        return { outcome: 'written', object, warnings: [] }
      },
      ...more,
    }
    return { cluster, owners: () => present.metadata.managedFields?.map(({ manager }) => manager) }
  }

  test('can be made again, and brings nothing then', async () => {
    const { cluster, owners } = api(0)
    expect(await handOver(cluster, toFlux)).toEqual({ moved: 1, others: 0 })
    expect(owners()).toEqual(['kube-ovn-controller', 'kustomize-controller'])
    expect(await handOver(cluster, toFlux)).toEqual({ moved: 0, others: 1 })
  })
  test('looks again when a controller was faster, but not for ever', async () => {
    expect(await handOver(api(3).cluster, toFlux)).toEqual({ moved: 1, others: 0 })
    await expect(handOver(api(99).cluster, toFlux)).rejects.toThrow(
      'Vpc photon keeps its applier: somebody else changes it all the time',
    )
  })
  test('stops where the API refuses', async () => {
    const failed = { list: async () => ({ outcome: 'failed', message: 'no' }) as const }
    await expect(handOver(api(0, failed).cluster, toFlux)).rejects.toThrow('keeps its applier: no')
    const refused = async () => ({ outcome: 'refused', status: 403, message: 'forbidden' }) as const
    await expect(handOver(api(0, { replace: refused }).cluster, toFlux)).rejects.toThrow(
      'Vpc photon keeps its applier: forbidden',
    )
  })
})
