import type { Rule } from './rule.ts'

/** Settings that do not go together. */
export const settingRules = {
  shadowApplier: {
    id: 'settings/shadow-applier',
    severity: 'error',
    wants: 'In shadow mode nobody else applies what is rendered.',
    why: 'Flux and Argo CD read the state branch themselves, and know nothing of the mode.',
    example: 'mode: shadow with appliedBy: flux',
    source: 'design: in shadow mode nothing is applied',
  },
} as const satisfies Readonly<Record<string, Rule>>
