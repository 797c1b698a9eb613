import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Lists } from '../facts/lists.ts'
import { importRules } from './import-rules.ts'

/** Kinds by which it is known what is in use, each as kubectl calls it. */
const needed: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  Service: 'services',
  'kubeovn.io/Vpc': 'vpcs.kubeovn.io',
  'kubeovn.io/Subnet': 'subnets.kubeovn.io',
  'kubeovn.io/OvnEip': 'ovn-eips.kubeovn.io',
  'kubeovn.io/OvnSnatRule': 'ovn-snat-rules.kubeovn.io',
  'kubeovn.io/ProviderNetwork': 'provider-networks.kubeovn.io',
  'kubeovn.io/Vlan': 'vlans.kubeovn.io',
  'k8s.cni.cncf.io/NetworkAttachmentDefinition': 'network-attachment-definitions.k8s.cni.cncf.io',
}

/** Says which of the kinds that matter are not among what was read at all: nobody can tell whether there are any. */
export function missingKinds(lists: Lists): readonly Finding[] {
  const missing = Object.entries(needed).flatMap(([key, name]) => (lists.has(key) ? [] : [name]))
  if (missing.length === 0) return []
  const message = `nothing of ${missing.join(', ')} was read: what there is of them looks as if it were not there`
  const hint = 'nothing is wrong where the cluster has none; else print them too'
  return [breach(importRules.missingKind, message, { hint })]
}
