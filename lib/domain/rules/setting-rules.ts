import type { Rule } from './rule.ts'

/** Settings that cannot be, or do not go together. */
export const settingRules = {
  kubeOvnVersion: {
    id: 'platform/kube-ovn-version',
    severity: 'error',
    wants: 'Kube-OVN is 1.13 or newer.',
    why: '1.12 adds a default route of its own and has other finalizers: what is rendered would not hold.',
    example: 'kubeOvnVersion: 1.12.35',
    source: 'kube-ovn pkg/controller/vpc.go at v1.12.35; kubeovn/kube-ovn #3646',
  },
  shadowApplier: {
    id: 'settings/shadow-applier',
    severity: 'error',
    wants: 'In shadow mode nobody else applies what is rendered.',
    why: 'Flux and Argo CD read the state branch themselves, and know nothing of the mode.',
    example: 'mode: shadow with appliedBy: flux',
    source: 'design: in shadow mode nothing is applied',
  },
  target: {
    id: 'settings/target',
    severity: 'error',
    wants: 'What the claims are rendered for stays as it was once a cluster has it.',
    why: 'Every object that one of both has made would be taken away, and made anew by the other.',
    example: 'target: operator, where Vpcs and OvnEips are rendered and a cluster has reported',
    source: 'design: a change takes nothing away from a claim that stays',
  },
} as const satisfies Readonly<Record<string, Rule>>
