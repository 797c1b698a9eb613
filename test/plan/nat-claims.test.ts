import { expect, test } from 'vitest'
import { applied } from './cluster-of.ts'
import { claim, claims, documents } from './files.ts'
import { rendered } from './rendered.ts'
import { photon } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'

test('a nat claim is for a Service: its OvnEip is one that takes DNAT rules, and the Service on it keeps it (M-157)', () => {
  const world = photon()
  expect(rendered(world.tree).get('OvnEip photon-prod-web')?.spec).toEqual({
    externalSubnet: 'ext-a',
    type: 'nat',
    v4Ip: '198.51.100.24',
  })
  const binding = {
    environment: 'photon-prod',
    claim: 'web',
    cluster: 'solar',
    service: 'demo/whoami',
  }
  world.report(applied(world, { bindings: [binding], clusters: ['photon-prod/solar'] }))
  world.commit({ [file]: claims().split('---\n').slice(0, 3).join('---\n') })
  expect(world.finding('eip/bound').message).toContain('demo/whoami')
  expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('held')
})

test('the addresses of an environment are its EipClaims, one each and no other (M-152)', () => {
  const world = photon()
  const more = [1, 2, 3].map((n) => claim('EipClaim', `web-${n}`, '{type: nat}'))
  world.commit({ [file]: documents(claims(), ...more) })
  const eips = [...rendered(world.tree).values()].filter(({ kind }) => kind === 'OvnEip')
  expect(
    eips
      .map(({ metadata, spec }) => [metadata.name, spec['v4Ip']])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ['photon-prod-ext-a', '198.51.100.22'],
    ['photon-prod-web', '198.51.100.24'],
    ['photon-prod-web-1', '198.51.100.20'],
    ['photon-prod-web-2', '198.51.100.21'],
    ['photon-prod-web-3', '198.51.100.23'],
  ])
})
