import { describe, expect, test } from 'vitest'
import { differences } from '../../lib/pipeline/sync/differences.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'

const base = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a', labels: { app: 'a' } },
}
const owned = (fields: object) => ({
  managedFields: [
    {
      manager: 'netclaim',
      operation: 'Apply',
      fieldsV1: { 'f:metadata': { 'f:labels': { 'f:app': {} } }, 'f:spec': { 'f:ports': fields } },
    },
  ],
})

describe('a list whose elements are told apart by fields', () => {
  const wanted = (...ports: object[]) => ({ ...base, spec: { ports } }) as KubeObject
  const live = (fields: object, ...ports: object[]) =>
    ({ ...base, metadata: { ...base.metadata, ...owned(fields) }, spec: { ports } }) as KubeObject
  const own = { '.': {}, 'f:name': {}, 'f:port': {} }
  const [tcp, udp] = ['TCP', 'UDP'].map((one) => `k:{"port":53,"protocol":"${one}"}`) as [
    string,
    string,
  ]
  const dns = { name: 'dns', port: 53 }

  test('is as it is wanted where the API server filled in what an element did not say', () => {
    const there = live({ [tcp]: own }, { ...dns, protocol: 'TCP' })
    expect(differences(wanted(dns), there)).toEqual([])
    expect(differences(wanted({ ...dns, name: 'x' }), there)).toMatchObject([{ kind: 'value' }])
    expect(differences(wanted({ ...dns, port: 54 }), there)).toMatchObject([
      { kind: 'value' },
      { kind: 'extra' },
    ])
  })

  test('keeps two apart of which one says all of it', () => {
    const other = { name: 'dns-udp', port: 53, protocol: 'UDP' }
    const there = live({ [udp]: { ...own, 'f:protocol': {} }, [tcp]: own }, other, {
      ...dns,
      protocol: 'TCP',
    })
    expect(differences(wanted(other, dns), there)).toEqual([])
    expect(differences(wanted(dns, other), there)).toEqual([])
  })
})
