import type { KubeObject } from '../../lib/ports/cluster.ts'

const label = '[a-zA-Z0-9_]([-a-zA-Z0-9_]{0,61}[a-zA-Z0-9_])?'

/** DNSEndpoint of external-dns, as strict about names and types as its latest definition. */
export const dnsEndpointCrd: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'dnsendpoints.externaldns.k8s.io',
    annotations: {
      'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/external-dns/pull/2007',
    },
  },
  spec: {
    group: 'externaldns.k8s.io',
    names: { kind: 'DNSEndpoint', plural: 'dnsendpoints', singular: 'dnsendpoint' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { endpoints: { type: 'array', items: endpoint() } },
              },
              status: {
                type: 'object',
                properties: { observedGeneration: { type: 'integer', format: 'int64' } },
              },
            },
          },
        },
      },
    ],
  },
}

function endpoint(): object {
  return {
    type: 'object',
    required: ['dnsName', 'recordType'],
    properties: {
      dnsName: { type: 'string', maxLength: 254, pattern: `^(${label}\\.)*${label}\\.?$` },
      recordType: { type: 'string', enum: ['A', 'AAAA', 'CNAME', 'TXT'] },
      recordTTL: { type: 'integer', format: 'int64' },
      targets: { type: 'array', items: { type: 'string', minLength: 1 } },
    },
  }
}
