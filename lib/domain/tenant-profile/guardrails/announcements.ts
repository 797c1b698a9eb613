import type { AdmissionPolicy } from '../../admission/admission-policy.ts'
import { cel, celString, subject } from '../../admission/expressions.ts'
import { asked, notLeaving } from './words.ts'

/** What other load balancers take their addresses and their neighbours from; whoever writes one runs, or means to run, such a stack. */
const stacks = [
  {
    group: 'metallb.io',
    // Communities with them: a bad one stops the allocator.
    resources: ['l2advertisements', 'bgpadvertisements', 'bgppeers', 'bfdprofiles', 'communities'],
  },
  {
    group: 'cilium.io',
    resources: [
      'ciliumloadbalancerippools',
      'ciliuml2announcementpolicies',
      'ciliumbgppeeringpolicies',
      'ciliumbgpclusterconfigs',
      'ciliumbgppeerconfigs',
      'ciliumbgpadvertisements',
    ],
  },
  { group: 'purelb.io', resources: ['lbnodeagents', 'servicegroups'] },
  { group: 'network.kubesphere.io', resources: ['eips', 'bgpconfs', 'bgppeers'] },
]

/** Calico's, which are of use without a load balancer: only what makes one of it is looked at. */
const calico = ['crd.projectcalico.org', 'projectcalico.org'].map((group) => ({
  group,
  resources: ['bgpconfigurations', 'ippools'],
}))

/** Nothing in a tenant cluster announces addresses, or gives out any but the platform's (K-018) (K-097). */
export const announcements: AdmissionPolicy = {
  name: 'lb-announcements',
  // Of any version: who brings such a kind brings its versions, too.
  on: [...stacks, ...calico].map((one) => ({ ...one, version: '*' })),
  operations: ['CREATE', 'UPDATE'],
  conditions: [notLeaving],
  variables: [{ name: 'spec', expression: 'dyn(has(object.spec) ? object.spec : {})' }],
  validations: [
    {
      expression: 'request.resource.group.endsWith("projectcalico.org")',
      message: said('belongs to a load balancer of its own'),
    },
    {
      expression: cel(
        '!has(variables.spec.serviceLoadBalancerIPs) ||',
        'variables.spec.serviceLoadBalancerIPs.size() == 0',
      ),
      message: said('would announce addresses by spec.serviceLoadBalancerIPs'),
    },
    {
      expression: cel(
        '!has(variables.spec.allowedUses) ||',
        '!("LoadBalancer" in variables.spec.allowedUses)',
      ),
      message: said('would give addresses to Services by spec.allowedUses'),
    },
  ],
}

function said(what: string): string {
  return `${subject} + ${celString(` ${what}: ${asked}`)}`
}
