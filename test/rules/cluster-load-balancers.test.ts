import { expect, test } from 'vitest'
import type { Cluster } from '../../lib/domain/claims/claim.ts'
import { checkClusterLoadBalancers } from '../../lib/domain/rules/cluster-load-balancers.ts'
import { readClaim } from '../read/read.ts'
import { said } from './samples.ts'

function findingsFor(labels: string) {
  const text = `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata:
  name: web1
  labels:
${labels.replaceAll(/^/gm, '    capvco.infrastructure.cluster.x-k8s.io/')}
spec: {}
`
  return checkClusterLoadBalancers(readClaim(text).claim as Cluster)
}

test('V-004 V-008 V-010 V-021 one controller for LoadBalancer Services is chosen by one label', () => {
  expect(findingsFor('service-lb: vco')).toEqual([])
  expect(findingsFor('ccm: enabled')).toEqual([])
  expect(said(findingsFor('service-lb: vco\nccm: enabled'))).toEqual([
    'cluster/two-load-balancers 7: Cluster "web1" has both labels, service-lb: vco and ccm: enabled: two controllers for the same Services',
  ])
})

test('a value that turns nothing on is a warning, and no second controller', () => {
  const findings = findingsFor('service-lb: vco\nccm: disabled')
  expect(said(findings)).toEqual([
    'cluster/load-balancer-label 7: label capvco.infrastructure.cluster.x-k8s.io/ccm "disabled" turns nothing on: only "enabled" does',
  ])
  expect(findings[0]?.severity).toBe('warning')
  expect(said(findingsFor('service-lb: "true"'))).toEqual([
    'cluster/load-balancer-label 6: label capvco.infrastructure.cluster.x-k8s.io/service-lb "true" turns nothing on: only "vco" does',
  ])
})
