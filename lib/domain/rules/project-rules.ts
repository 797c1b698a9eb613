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
  gatewayOutside: {
    id: 'project/gateway-outside',
    severity: 'warning',
    wants: 'The gwLanIp of a Project is an address of its cidrBlock.',
    why: 'It is the way out of the project: from the subnet nobody reaches an address outside of it.',
    example: 'cidrBlock: 10.100.0.0/16\ngwLanIp: 10.200.0.1',
    source: 'Kube-DC, kube-dc.com_projects.yaml',
  },
} as const satisfies Record<string, Rule>
