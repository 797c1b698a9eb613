import type { Rule } from './rule.ts'

const seed = 'Kube-DC project VIPs, Enabling it'

/** What is said of the annotations by which a cluster or a project takes part in VIP blocks, or does not. */
export const vipKeyRules = {
  value: {
    id: 'vip/annotation',
    severity: 'error',
    wants:
      'Annotation network.kube-dc.com/lb-block says disabled or enabled, network.kube-dc.com/address-reservation says disabled.',
    why: 'Whoever writes another value believes to be left out, and is not.',
    example: 'network.kube-dc.com/lb-block: "false"',
    source: seed,
  },
  name: {
    id: 'vip/annotation-name',
    severity: 'error',
    wants: 'An annotation that opts out has the very name that is read.',
    why: 'With a typing mistake it is ignored, and the cluster takes part.',
    example: 'kube-dc.com/lb-blocks: disabled',
    source: seed,
  },
  elsewhere: {
    id: 'vip/annotation-elsewhere',
    severity: 'warning',
    wants:
      'network.kube-dc.com/lb-block stands on a KdcCluster, network.kube-dc.com/address-reservation on a Namespace.',
    why: 'On another object it means nothing.',
    example:
      'kind: Project\nmetadata: {annotations: {network.kube-dc.com/address-reservation: disabled}}',
    source: seed,
  },
  label: {
    id: 'vip/label',
    severity: 'warning',
    wants: 'Who opts in or out does it by an annotation.',
    why: 'A label of the same key means nothing: the cluster takes part as if it were not there.',
    example: 'kind: KdcCluster\nmetadata: {labels: {network.kube-dc.com/lb-block: disabled}}',
    source: `${seed}: excluded by annotation`,
  },
} as const satisfies Record<string, Rule>
