import { describe, expect, test } from 'vitest'
import { type CrdName, crd, crdNames, crdText } from '../../lib/domain/crds/crds.ts'
import type { Structural } from '../../lib/domain/crds/structural.ts'

interface Spec {
  readonly scope: string
  readonly names: {
    readonly shortNames?: readonly string[]
    readonly categories: readonly string[]
  }
  readonly versions: readonly {
    readonly subresources: { readonly status?: object }
    readonly additionalPrinterColumns: readonly { readonly name: string }[]
    readonly schema: { readonly openAPIV3Schema: Structural }
  }[]
}

function specOf(name: CrdName): Spec {
  return crd(name).spec as unknown as Spec
}

/** Every node of a schema with its path. */
function nodesOf(node: Structural, path = ''): readonly (readonly [string, Structural])[] {
  const { properties = {}, items, additionalProperties } = node
  return [
    [path, node],
    ...Object.entries(properties).flatMap(([name, inner]) => nodesOf(inner, `${path}.${name}`)),
    ...(items === undefined ? [] : nodesOf(items, `${path}[]`)),
    ...(additionalProperties === undefined ? [] : nodesOf(additionalProperties, `${path}{}`)),
  ]
}

function schemaOf(name: CrdName): Structural {
  return specOf(name).versions[0]?.schema.openAPIV3Schema ?? {}
}

/** Keywords that a structural schema of ours may have; every other one is refused or has no effect. */
const known = new Set([
  'type',
  'description',
  'default',
  'properties',
  'additionalProperties',
  'items',
  'required',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'maxProperties',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
])

describe.each(crdNames)('%s', (name) => {
  test('is this text', async () => {
    await expect(crdText(name)).toMatchFileSnapshot(`expected/${name}.yaml`)
  })

  test('is structural', () => {
    const strays = nodesOf(schemaOf(name)).flatMap(([path, node]) => [
      ...Object.keys(node)
        .filter((keyword) => !known.has(keyword))
        .map((keyword) => `${path} has ${keyword}`),
      ...(node.type === undefined && !node['x-kubernetes-preserve-unknown-fields']
        ? [`${path} has no type`]
        : []),
      ...(node.properties && node.additionalProperties ? [`${path} is a map and no map`] : []),
    ])
    expect(strays).toEqual([])
  })

  test('describes each field', () => {
    const mute = nodesOf(schemaOf(name))
      .filter(([path, { description }]) => /^\.spec(?!.*[\]}]$)/.test(path) && !description)
      .map(([path]) => path)
    expect(mute).toEqual([])
  })

  test('has its status apart, a category, and is never pruned', () => {
    const { versions, names } = specOf(name)
    expect(versions[0]?.subresources).toEqual({ status: {} })
    expect(names.categories).toEqual(['netclaim'])
    expect(crd(name).metadata.annotations).toMatchObject({
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'argocd.argoproj.io/sync-wave': '-10',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    })
  })
})

test.each([
  [
    'vpcclaims.network.kmetal.io',
    'Namespaced',
    ['VPC', 'External', 'ProviderNetwork', 'Ready', 'Age'],
  ],
  ['subnetclaims.network.kmetal.io', 'Namespaced', ['Subnet', 'VPC', 'CIDR', 'Ready', 'Age']],
  ['eipclaims.network.kmetal.io', 'Namespaced', ['EIP', 'V4', 'Bound', 'Ready', 'Age']],
  ['providernetworks.network.kmetal.io', 'Cluster', ['Interface', 'Ready', 'Age']],
  ['kmetals.kmetal.io', 'Cluster', ['Age']],
  ['addressarenas.network.kube-dc.com', 'Cluster', ['Pool', 'Used', 'Maximum', 'Blocks', 'Age']],
  [
    'addressreservations.network.kube-dc.com',
    'Cluster',
    ['Project', 'Cluster', 'Range', 'Phase', 'Disposition', 'Age'],
  ],
] as const)('%s is %s and prints these columns after the name', (name, scope, columns) => {
  const { versions, scope: found } = specOf(name)
  expect(found).toBe(scope)
  expect(versions[0]?.additionalPrinterColumns.map((column) => column.name)).toEqual(columns)
})

test('short names are of one kind each', () => {
  const names = crdNames.flatMap((name) => specOf(name).names.shortNames ?? [])
  expect(names.toSorted()).toEqual(['eipc', 'km', 'subnetc', 'vpcc'])
})
