import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'CAPVCO load balancing: two modes, pick one'

/** One controller for the Services of a cluster. */
export const clusterTwoControllers: Rule = {
  id: 'cluster/two-service-controllers',
  severity: 'error',
  wants: 'Of the labels service-lb: vco and ccm: enabled a Cluster carries one, never both.',
  why: 'The cloud-controller-manager runs the Service-LB controller itself: two would fight over the same Services.',
  example:
    'capvco.infrastructure.cluster.x-k8s.io/service-lb: vco\ncapvco.infrastructure.cluster.x-k8s.io/ccm: enabled',
  source,
}

/** A label that switches something on. */
export const clusterControllerLabel: Rule = {
  id: 'cluster/service-controller-label',
  severity: 'warning',
  wants: 'service-lb and ccm are labels, with the values vco and enabled.',
  why: 'ClusterResourceSets select by label and value: with any other nothing is installed, and no Service gets an address.',
  example: 'capvco.infrastructure.cluster.x-k8s.io/service-lb: enabled',
  source,
}

const prefix = 'capvco.infrastructure.cluster.x-k8s.io'

/** The two add-ons that reconcile Services of type LoadBalancer, and the value that switches each on. */
const controllers = [
  { key: `${prefix}/service-lb`, on: 'vco' },
  { key: `${prefix}/ccm`, on: 'enabled' },
] as const

/** Whether the Services of a Cluster have one controller at most, and the one that was meant. */
export function checkClusterLoadBalancer(claim: Cluster): readonly Finding[] {
  return [...twoControllers(claim), ...controllers.flatMap((one) => labelProblem(claim, one))]
}

function twoControllers(claim: Cluster): readonly Finding[] {
  const there = controllers.filter(({ key, on }) => claim.labels[key] === on)
  const [first, second] = there
  if (first === undefined || second === undefined) return []
  const message = `Cluster ${quote(claim.name)} has both labels ${there.map(({ key }) => key).join(' and ')}: two controllers would reconcile its Services`
  const spot = claimSpot(claim, ['metadata', 'labels', second.key])
  const at = claim.document.place(['metadata', 'labels', first.key])
  const related = [{ at, message: 'the other one' }]
  const hint = 'keep one of them; service-lb where nothing else is needed'
  return [breach(clusterTwoControllers, message, { ...spot, hint, related })]
}

function labelProblem(
  claim: Cluster,
  { key, on }: (typeof controllers)[number],
): readonly Finding[] {
  const [label, annotation] = [claim.labels[key], claim.annotations[key]]
  const hint = `write the label ${key}: ${on}`
  const findings: Finding[] = []
  if (label !== undefined && label !== on) {
    const message = `label ${key} ${quote(label)} switches nothing on, only ${quote(on)} does`
    const spot = claimSpot(claim, ['metadata', 'labels', key])
    findings.push(breach(clusterControllerLabel, message, { ...spot, hint }))
  }
  if (annotation !== undefined) {
    const message = `${key} is a label, as an annotation it switches nothing on`
    const spot = claimSpot(claim, ['metadata', 'annotations', key])
    findings.push(breach(clusterControllerLabel, message, { ...spot, hint }))
  }
  return findings
}
