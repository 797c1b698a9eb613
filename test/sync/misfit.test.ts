import { expect, test } from 'vitest'
import type { Vip } from '../../lib/domain/facts.ts'
import { type Manifest, renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { renderSwitchLbRule } from '../../lib/domain/manifests/switch-lb-rule.ts'
import { desiredOf } from '../../lib/pipeline/sync/desired.ts'

/** What is said against a rule in the unit of an environment. */
function said(rule: Manifest, environment: string): readonly string[] {
  const path = `rendered/environments/${environment}/kdccluster-solar.yaml`
  const unit = desiredOf(new Map([[path, renderManifests([rule])]])).get(
    `environments/${environment}`,
  )
  return (unit?.findings ?? []).map(({ message }) => message)
}

function ruleOf(environment: string): Manifest {
  const vip: Vip = {
    environment,
    cluster: 'solar',
    service: 'shop/web',
    address: '10.242.0.17',
    ports: [{ port: 443, nodePort: 30443, protocol: 'TCP' }],
    externalTrafficPolicy: 'Cluster',
    sessionAffinity: 'None',
  }
  return renderSwitchLbRule(vip, `${environment}-production`)
}

const long = 'x'.repeat(63)

test.each(['photon-prod', long])(
  'the rule of a VIP fits into its environment %s',
  (environment) => {
    expect(said(ruleOf(environment), environment)).toEqual([])
  },
)

test('a rule under the name of another environment does not', () => {
  const rule = ruleOf('photon-prod')
  const { name } = ruleOf('dynamo-prod').metadata
  expect(said({ ...rule, metadata: { ...rule.metadata, name } }, 'photon-prod')).toEqual([
    expect.stringContaining(`the name of SwitchLBRule "${name}" is not one of "photon-prod"`),
  ])
})

test.each([
  ['a ConfigMap with a spec', 'ConfigMap', { data: { A: 'b' }, spec: {} }, 'data'],
  ['a ConfigMap without data', 'ConfigMap', {}, 'data'],
  ['anything else with data', 'EipClaim', { spec: {}, data: { A: 'b' } }, 'spec'],
  ['anything else without a spec', 'EipClaim', {}, 'spec'],
])('%s is not as it is rendered', (_, kind, wish, where) => {
  const apiVersion = kind === 'ConfigMap' ? 'v1' : 'network.kmetal.io/v1alpha1'
  const { metadata } = ruleOf('photon-prod')
  const object = {
    apiVersion,
    kind,
    metadata: { ...metadata, name: 'a', namespace: 'photon-prod' },
  }
  expect(said({ ...object, ...wish } as unknown as Manifest, 'photon-prod')).toEqual([
    expect.stringContaining(`${kind} "a" does not say what it wants in ${where} alone`),
  ])
})
