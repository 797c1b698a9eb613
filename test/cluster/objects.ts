import type { KubeObject } from '../../lib/ports/cluster.ts'

/** A ConfigMap of namespace `default`. */
export function configMap(
  name: string,
  data: Readonly<Record<string, string>> = {},
  metadata: Partial<KubeObject['metadata']> = {},
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default', ...metadata },
    data,
  }
}

/** Names a ConfigMap of namespace `default`. */
export function configMapRef(name: string) {
  return { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name }
}

/** A kind that holds anything in `spec` and has a status, and one rule in CEL. */
export function looseKind(plural: string, kind: string): KubeObject {
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const schema = {
    type: 'object',
    properties: { spec: anything, status: anything },
    'x-kubernetes-validations': [
      { rule: "self.metadata.name != 'denied'", message: 'it has the name that is denied' },
    ],
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.test.netclaim.dev` },
    spec: {
      group: 'test.netclaim.dev',
      scope: 'Cluster',
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  }
}

/** An object of such a kind. */
export function loose(kind: string, name: string, fields: object = {}): KubeObject {
  return { apiVersion: 'test.netclaim.dev/v1', kind, metadata: { name }, ...fields }
}
