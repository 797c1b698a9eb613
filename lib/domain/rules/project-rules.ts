import type { Rule } from './rule.ts'

/** What is said of the Projects of Kube-DC. */
export const projectRules = {
  sameNamespace: {
    id: 'project/same-namespace',
    severity: 'error',
    wants: 'No two Projects have the same namespace behind them.',
    why: "<organization>-<project> is not unique: photon + prod-eu and photon-prod + eu give one namespace, and one tenant would be in the other's.",
    example: 'Project photon/prod-eu beside Project photon-prod/eu',
    source: 'Kube-DC, kube-dc.com_projectnetworks.yaml says so of its own names',
  },
} as const satisfies Record<string, Rule>
