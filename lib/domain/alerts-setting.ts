import * as z from 'zod'
import { label, note } from './claims/field.ts'
import { LabelMap } from './claims/metadata.ts'

/** `alerts` as written. */
export const AlertsSetting = note(
  z
    .strictObject({
      namespace: note(label().optional(), {
        description: 'Where the PrometheusRule goes; left out, there is none.',
        examples: ['monitoring'],
        unit: 'namespace',
      }),
      labels: note(LabelMap.optional(), {
        description: "Labels by which Prometheus' operator selects it.",
        examples: [{ release: 'kube-prometheus-stack' }],
        default: {},
        unit: 'map of texts',
      }),
    })
    .optional(),
  {
    description:
      "The alerts of VIP pools, as a PrometheusRule for Prometheus' operator, whose CRDs the cluster has to have.",
    examples: [{ namespace: 'monitoring' }],
    unit: 'PrometheusRule',
  },
)
