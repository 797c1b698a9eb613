import type { Rule } from './rule.ts'

/** Each topology variable has one value. */
export const clusterVariableTwice: Rule = {
  id: 'cluster/variable-twice',
  severity: 'error',
  wants: 'A variable stands once in the topology of a Cluster.',
  why: 'Which of the two values holds would depend on their order; neither is used, and Cluster API refuses both.',
  example:
    'variables:\n  - {name: network, value: {subnet: a}}\n  - {name: network, value: {subnet: b}}',
  source: 'Cluster API, Cluster.spec.topology.variables is a map by name',
}
