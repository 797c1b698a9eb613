import { expect, test } from 'vitest'
import { settle } from './cluster-of.ts'
import { photon } from './world.ts'

test('an environment is rendered whole, and a cluster that applied it changes nothing', () => {
  const world = photon()
  expect(world.objects).toEqual([
    'NetworkAttachmentDefinition photon-prod/production-net',
    'OvnEip photon-prod-ext-a',
    'OvnEip photon-prod-web',
    'OvnSnatRule photon-prod-production',
    'Subnet photon-prod-production',
    'Vpc photon-prod',
  ])
  expect(settle(world)).toBe(1)
})
