import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'CAPVCO, Load balancing & Services: never enable both'

/** A cluster's LoadBalancer Services have one controller. */
export const clusterTwoLoadBalancers: Rule = {
  id: 'cluster/two-load-balancers',
  severity: 'error',
  wants: 'Of the labels service-lb and ccm a Cluster has one.',
  why: 'The cloud controller manager runs the Service controller, too: both would write the same Services against each other.',
  example:
    'labels:\n  capvco.infrastructure.cluster.x-k8s.io/service-lb: vco\n  capvco.infrastructure.cluster.x-k8s.io/ccm: enabled',
  source,
}

/** A label that turns nothing on. */
export const clusterLoadBalancerLabel: Rule = {
  id: 'cluster/load-balancer-label',
  severity: 'warning',
  wants: 'The label service-lb says vco, the label ccm says enabled.',
  why: 'A ClusterResourceSet chooses clusters by the very value: any other one delivers nothing.',
  example: 'capvco.infrastructure.cluster.x-k8s.io/service-lb: "true"',
  source,
}

const prefix = 'capvco.infrastructure.cluster.x-k8s.io/'

/** The labels that bring a controller, and the value that does. */
const controllers = { 'service-lb': 'vco', ccm: 'enabled' } as const

/** Whether at most one of CAPVCO's two controllers of LoadBalancer Services comes to a cluster. */
export function checkClusterLoadBalancers(claim: Cluster): readonly Finding[] {
  const labels = Object.entries(controllers).map(([name, on]) => {
    const written = claim.labels[`${prefix}${name}`]
    return { name, on, written, isOn: written === on }
  })
  const odd = labels.flatMap(({ name, on, written, isOn }) => {
    if (written === undefined || isOn) return []
    const message = `label ${prefix}${name} ${quote(written)} turns nothing on: only ${quote(on)} does`
    return [breach(clusterLoadBalancerLabel, message, spotOf(claim, name))]
  })
  if (!labels.every(({ isOn }) => isOn)) return odd
  const message = `Cluster ${quote(claim.name)} has both labels, service-lb: vco and ccm: enabled: two controllers for the same Services`
  const hint = 'ccm brings the controller of service-lb with it: leave one of the two out'
  return [breach(clusterTwoLoadBalancers, message, { ...spotOf(claim, 'ccm'), hint })]
}

function spotOf(claim: Cluster, name: string): Partial<Finding> {
  return claimSpot(claim, ['metadata', 'labels', `${prefix}${name}`])
}
