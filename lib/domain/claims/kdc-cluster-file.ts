import * as z from 'zod'
import { isNear } from '../is-near.ts'
import { fieldRules } from '../rules/field-rules.ts'
import { blocksOfCluster } from '../vip/blocks.ts'
import { blocks, note } from './field.ts'
import { apiVersion, kind, Metadata } from './metadata.ts'

/** The provider whose clusters get VIPs (seed). */
export const kubevirt = 'kubevirt'

/** What a KdcCluster that names no networks gets (kube-dc, k8s.kube-dc.com_kdcclusters.yaml). */
export const defaultNetworks = { pods: '10.244.0.0/16', services: '10.96.0.0/12' } as const

const provider = z.string().check((payload) => {
  const { value: input, issues } = payload
  if (input === kubevirt || !isNear(input, kubevirt)) return
  const objection = {
    rule: fieldRules.value,
    why: `is not ${JSON.stringify(kubevirt)}`,
    hint: `write ${kubevirt}`,
  }
  issues.push({ code: 'custom', input, message: objection.why, params: { objection } })
})

/** The fields of `spec` that are read, and those of its maps. */
export const KdcClusterFileSpec = z.looseObject({
  enableClusterAPI: note(z.boolean().optional(), {
    description: 'Whether Kube-DC makes a Cluster of the Cluster API with workers.',
    examples: [true],
    default: false,
    unit: 'true or false',
  }),
  network: note(
    z
      .looseObject({
        podCIDR: note(blocks().optional(), {
          description: 'The pod range of the cluster. It may not overlap the VIP pool.',
          examples: ['10.244.0.0/16'],
          default: defaultNetworks.pods,
          unit: 'CIDR',
        }),
        serviceCIDR: note(blocks().optional(), {
          description: 'The Service range of the cluster. It may not overlap the VIP pool.',
          examples: ['10.96.0.0/12'],
          default: defaultNetworks.services,
          unit: 'CIDR',
        }),
      })
      .optional(),
    {
      description: 'The ranges inside the cluster. A Cluster of the same name says them better.',
      examples: [{ podCIDR: '10.244.0.0/16' }],
      unit: 'ranges',
    },
  ),
  workers: note(
    z
      .array(
        z.looseObject({
          infrastructureProvider: note(provider.optional(), {
            description: 'What its machines run on. VIPs are for clusters on kubevirt alone.',
            examples: [kubevirt],
            default: kubevirt,
            unit: 'provider name',
          }),
        }),
      )
      .max(256)
      .optional(),
    {
      description: 'The worker pools.',
      examples: [[{ name: 'pool', infrastructureProvider: kubevirt }]],
      default: [],
      unit: 'list of worker pools',
    },
  ),
  loadBalancer: note(
    z
      .strictObject({
        blocks: note(z.int().min(1).max(blocksOfCluster).optional(), {
          description:
            'How many blocks of sixteen addresses of the VIP pool the cluster gets. It can only grow.',
          examples: [1],
          default: 1,
          unit: 'blocks, 1 to 8',
        }),
      })
      .optional(),
    {
      description: 'What the LoadBalancer Services of the cluster draw from.',
      examples: [{ blocks: 1 }],
      unit: 'load balancer',
    },
  ),
})

/** A KdcCluster of Kube-DC as its file holds it; what we do not use is left alone. */
export const KdcClusterFile = z.strictObject({
  apiVersion: apiVersion('k8s.kube-dc.com/v1alpha1'),
  kind: kind('KdcCluster'),
  metadata: Metadata,
  spec: note(KdcClusterFileSpec.optional(), {
    description: 'The cluster; what is not listed here is left alone.',
    examples: [{ version: 'v1.31.0', loadBalancer: { blocks: 1 } }],
    default: {},
    unit: 'spec',
  }),
})
