import type { KubeObject } from '../../lib/ports/cluster.ts'

const text = { type: 'string' }
const flag = { type: 'boolean' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

/** KdcCluster as far as VIPs go: its status in the field names of Kube-DC, its conditions a list with one owner. */
export const kdcClusterCrd: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'kdcclusters.k8s.kube-dc.com' },
  spec: {
    group: 'k8s.kube-dc.com',
    names: { kind: 'KdcCluster', plural: 'kdcclusters', singular: 'kdccluster' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: object({
            spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            status: object({
              phase: text,
              conditions: {
                type: 'array',
                items: object(
                  {
                    type: text,
                    status: text,
                    reason: text,
                    message: text,
                    observedGeneration: { type: 'integer' },
                    lastTransitionTime: { type: 'string', format: 'date-time' },
                  },
                  { required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'] },
                ),
              },
              loadBalancer: object({
                blocks: {
                  type: 'array',
                  items: object(
                    {
                      reservation: text,
                      range: text,
                      vipCIDR: text,
                      addressSpaceUID: text,
                      phase: text,
                      message: text,
                      ready: flag,
                      delegatable: flag,
                      enabled: flag,
                    },
                    { required: ['reservation'] },
                  ),
                },
                configMap: text,
                enabled: flag,
                mode: text,
                revision: { type: 'integer' },
              }),
            }),
          }),
        },
      },
    ],
  },
}
