import { describe, expect, test } from 'vitest'
import { fluxUnitName } from '../../lib/domain/manifests/flux-unit.ts'
import { judge, judgeAvailable } from '../manifests/crd-judge.ts'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim } from './files.ts'
import { rendered } from './rendered.ts'
import { photon, type World } from './world.ts'

const FILE = 'environments/photon-prod/claims.yaml'
const UNIT = 'rendered/flux/environments/photon-prod.yaml'
const byFlux = { 'netclaim.yaml': 'appliedBy: flux\n' }
const zeta = { 'environments/zeta/vpc.yaml': claim('VpcClaim', 'main') }

const fluxFiles = (world: World) =>
  [...world.tree.keys()].filter((path) => path.startsWith('rendered/flux/')).toSorted()

const units = (world: World) => rendered(world.tree, 'rendered/flux/')

const kustomization = (name: string) => `Kustomization flux-system/netclaim-${name}`

describe("Flux's units", () => {
  test('are rendered for those alone who say that Flux applies', () => {
    const world = photon()
    expect(fluxFiles(world)).toEqual([])
    world.commit(byFlux)
    expect(fluxFiles(world)).toEqual([UNIT, 'rendered/flux/platform.yaml'])
    // Where a folder is left, Flux would prune all that was in it.
    world.commit({ 'netclaim.yaml': 'appliedBy: netclaim\n' })
    expect(fluxFiles(world)).toEqual([])
  })

  test('are the platform and each environment, which waits for the platform and for what it applies', () => {
    const world = photon({ ...byFlux, ...zeta })
    const all = units(world)
    expect([...all.keys()].toSorted()).toEqual(
      ['env-photon-prod', 'env-zeta', 'platform'].map(kustomization),
    )
    expect(all.get(kustomization('env-zeta'))?.spec).toMatchObject({
      path: './rendered/environments/zeta',
      dependsOn: [{ name: 'netclaim-platform' }],
      prune: true,
      wait: true,
      deletionPolicy: 'WaitForTermination',
    })
    expect(all.get(kustomization('platform'))?.spec).not.toHaveProperty('dependsOn')
  })

  test('change with their own environment alone', () => {
    const world = photon({ ...byFlux, ...zeta })
    const before = world.tree
    world.commit({ 'environments/zeta/eip.yaml': claim('EipClaim', 'web') })
    expect(fluxFiles(world).every((path) => world.tree.get(path) === before.get(path))).toBe(true)
    world.commit({ 'environments/nova/vpc.yaml': claim('VpcClaim', 'main') })
    expect(fluxFiles(world)).toEqual([
      'rendered/flux/environments/nova.yaml',
      UNIT,
      'rendered/flux/environments/zeta.yaml',
      'rendered/flux/platform.yaml',
    ])
  })

  test('of an environment that goes stay until all of it is proven gone; its folder stays', () => {
    const world = photon({ ...byFlux, ...zeta })
    settle(world)
    const everything = ['external', 'web'].map((name) => `EipClaim photon-prod/${name}`)
    everything.push('SubnetClaim photon-prod/production', 'VpcClaim photon-prod/main')
    world.commit({
      [FILE]: undefined,
      'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon-prod', everything),
    })
    const inFolder = () => [...rendered(world.tree, 'rendered/environments/photon-prod/').keys()]
    while (inFolder().length > 0) {
      expect(world.tree.has(UNIT)).toBe(true)
      world.report(applied(world))
    }
    // The folder is empty, and the cluster has not shown yet that it has applied that.
    expect(world.tree.has(UNIT)).toBe(true)
    settle(world)
    expect(world.tree.has(UNIT)).toBe(false)
    expect(world.tree.get('rendered/environments/photon-prod/.gitkeep')).toBe('')
    expect(fluxFiles(world)).toEqual([
      'rendered/flux/environments/zeta.yaml',
      'rendered/flux/platform.yaml',
    ])
  })

  test('find the folder of a platform that has nothing', () => {
    const world = photon(byFlux)
    expect(world.tree.get('rendered/platform/.gitkeep')).toBe('')
    world.commit({ 'netclaim.yaml': 'appliedBy: argocd\n' })
    expect(world.tree.get('rendered/platform/.gitkeep')).toBe('')
    expect(photon().tree.has('rendered/platform/.gitkeep')).toBe(false)
  })

  test('have names of their own, whatever an environment is called', () => {
    const long = 'n'.repeat(63)
    const cut = fluxUnitName(long)
    const lookalike = cut.slice('netclaim-env--'.length)
    const names = ['platform', long, `${'n'.repeat(62)}m`, lookalike].map(fluxUnitName)
    expect(new Set(names).size).toBe(4)
    expect(cut).toMatch(/^[a-z0-9][-a-z0-9]{0,61}[a-z0-9]$/)
    expect(names).not.toContain('netclaim-platform')
    expect(fluxUnitName('photon-prod')).toBe('netclaim-env-photon-prod')
  })

  test.skipIf(!judgeAvailable)('are accepted by the CRDs of Flux', () => {
    const all = [...units(photon({ ...byFlux, ...zeta })).values()]
    expect(all).toHaveLength(3)
    for (const one of all) expect(judge(one)).toEqual([])
  })
})
