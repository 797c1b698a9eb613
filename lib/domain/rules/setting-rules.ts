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
} as const satisfies Readonly<Record<string, Rule>>
