import type { Rule } from '../../domain/rules/rule.ts'

/** A file of facts says nothing that could be used. */
export const factsUnreadable: Rule = {
  id: 'facts/unreadable',
  severity: 'warning',
  wants: 'A file of facts is YAML or JSON, as kubectl get -o yaml prints it.',
  why: 'The check then knows less of the cluster than you meant to tell it.',
  example: 'kubectl get services --all-namespaces > services.yaml',
  source: 'Netclaim: design, the command line (--observed)',
}

/** One object in the facts cannot be used, or a part of it. */
export const factsMalformed: Rule = {
  id: 'facts/malformed',
  severity: 'warning',
  wants: 'Every object in the facts has the shape that its controller gives it.',
  why: 'What the object holds is not counted, so an address could look free that is not.',
  example: 'kind: OvnEip\nmetadata: { name: web }\nspec: { v4Ip: 198.51.100.024 }',
  source: 'Kube-OVN, Cluster API and Kubernetes API references',
}
