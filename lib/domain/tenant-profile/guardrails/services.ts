import type { AdmissionPolicy } from '../../admission/admission-policy.ts'
import { type Condition, cel, celString, subject } from '../../admission/expressions.ts'
import { poolLabel, projectClass } from '../../vip/lb-contract.ts'
import { asked, notLeaving } from './words.ts'

const services = [{ group: '', version: 'v1', resources: ['services'] }]

const balanced: readonly Condition[] = [
  notLeaving,
  {
    name: 'load-balancer',
    expression: 'has(object.spec.type) && object.spec.type == "LoadBalancer"',
  },
]

const ofClass: readonly Condition[] = [
  {
    name: 'class',
    expression: 'has(object.spec.loadBalancerClass) ? object.spec.loadBalancerClass : ""',
  },
  { name: 'ours', expression: `variables.class == ${celString(projectClass)}` },
]

/** What the path of a VIP cannot do, as CEL about a Service. */
type Bad = (service: 'object' | 'oldObject') => string

/**
 * A Service asks for nothing that the path of a VIP cannot do (K-089 to K-092), and for no load balancer that is neither
 * the platform's nor its provider's: without a class it has the public one. What was so before is not asked again.
 */
export const serviceLimits: AdmissionPolicy = {
  name: 'lb-services',
  on: services,
  operations: ['CREATE', 'UPDATE'],
  conditions: balanced,
  variables: [
    ...ofClass,
    {
      name: 'wasBalanced',
      expression: cel(
        'oldObject != null && has(oldObject.spec.type) && oldObject.spec.type == "LoadBalancer"',
      ),
    },
  ],
  validations: [
    {
      expression: 'variables.class == "" || variables.ours || variables.wasBalanced',
      message: cel(
        `${subject} + ": no load balancer of this cluster is of class " + variables.class +`,
        celString(`: ${asked}; without a class it gets a public one`),
      ),
    },
    limit(
      (service) =>
        `has(${service}.spec.externalTrafficPolicy) && ${service}.spec.externalTrafficPolicy == "Local"`,
      'externalTrafficPolicy: Local is not supported, since traffic arrives source-NATed: write Cluster',
    ),
    limit(
      (service) =>
        `has(${service}.spec.ports) && ${service}.spec.ports.exists(p, has(p.protocol) && p.protocol == "SCTP")`,
      'protocol SCTP is not supported: write TCP or UDP',
    ),
    limit(
      (service) =>
        `has(${service}.spec.loadBalancerSourceRanges) && ${service}.spec.loadBalancerSourceRanges.size() > 0`,
      'loadBalancerSourceRanges is not supported, since client addresses are not kept: leave it out',
    ),
    limit(
      (service) =>
        `has(${service}.spec.allocateLoadBalancerNodePorts) && !${service}.spec.allocateLoadBalancerNodePorts && has(${service}.spec.ports) && ${service}.spec.ports.exists(p, !has(p.nodePort))`,
      'allocateLoadBalancerNodePorts: false leaves no port for the platform to reach: write true',
    ),
  ],
}

/** Class and label belong together: one alone gets no address, or a public one (K-003). */
export const serviceContract: AdmissionPolicy = {
  name: 'lb-contract',
  on: services,
  operations: ['CREATE', 'UPDATE'],
  conditions: balanced,
  variables: [
    ...ofClass,
    {
      name: 'labelled',
      expression: cel(
        `has(object.metadata.labels) && ${celString(poolLabel.key)} in object.metadata.labels &&`,
        `object.metadata.labels[${celString(poolLabel.key)}] == ${celString(poolLabel.value)}`,
      ),
    },
  ],
  validations: [
    {
      expression: '!variables.ours || variables.labelled',
      message: `${subject} + ${celString(`: it gets no address before it has label ${poolLabel.key}: ${poolLabel.value}`)}`,
    },
    {
      expression: '!variables.labelled || variables.ours',
      message: `${subject} + ${celString(`: without loadBalancerClass ${projectClass} its label means nothing, and its address is a public one`)}`,
    },
  ],
  warns: true,
}

function limit(bad: Bad, what: string) {
  return {
    expression: cel(
      `!variables.ours || !(${bad('object')}) ||`,
      `variables.wasBalanced && ${bad('oldObject')}`,
    ),
    message: `${subject} + ${celString(`: with loadBalancerClass ${projectClass} ${what}`)}`,
  }
}
