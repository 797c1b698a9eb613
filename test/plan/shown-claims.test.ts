import { describe, expect, test } from 'vitest'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim, documents } from './files.ts'
import { claimsIn, objectsIn } from './rendered.ts'
import { photon, World } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'
const more = 'environments/photon-prod/more.yaml'
const vpc = claim('VpcClaim', 'main', '{externalAccess: true}')
const zeta = { 'environments/zeta/v.yaml': claim('VpcClaim', 'main') }
const acks = {
  'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon-prod', [
    'EipClaim photon-prod/external',
    'EipClaim photon-prod/web',
    'SubnetClaim photon-prod/production',
    'VpcClaim photon-prod/main',
  ]),
}

function shown(world: World): readonly string[] {
  return [...claimsIn(world.tree).keys()].filter((id) => id.includes('photon-prod')).toSorted()
}

function specOf(world: World, id: string) {
  return claimsIn(world.tree).get(id)?.spec
}

describe('claims in the cluster', () => {
  test('stand first in the files of what they cause', () => {
    const firsts = [...photon().tree]
      .filter(([path]) => /^rendered\/environments\/.*\.yaml$/.test(path))
      .map(([, text]) => objectsIn(text)[0])
    expect(firsts.map((first) => `${first?.kind} ${first?.metadata.name}`).toSorted()).toEqual([
      'EipClaim external',
      'EipClaim web',
      'SubnetClaim production',
      'VpcClaim main',
    ])
    for (const first of firsts) {
      expect(first?.metadata.annotations['argocd.argoproj.io/sync-wave']).toBe('5')
      expect(first?.metadata.annotations['netclaim.dev/claim']).toBe(
        `${first?.kind} photon-prod/${first?.metadata.name}`,
      )
    }
  })

  test('name an address where the file does, and external always', () => {
    const pinned = claim('EipClaim', 'web', '{v4Ip: 198.51.100.24}')
    const floating = claim('EipClaim', 'mail')
    const world = World.of({ [file]: documents(vpc, pinned, floating) })
    expect(specOf(world, 'EipClaim photon-prod/web')).toEqual({
      type: 'nat',
      v4Ip: '198.51.100.24',
    })
    expect(specOf(world, 'EipClaim photon-prod/mail')).toEqual({ type: 'nat' })
    expect(specOf(world, 'EipClaim photon-prod/external')).toEqual({
      type: 'lrp',
      v4Ip: '198.51.100.20',
    })
  })

  test('are the same however the same is written', () => {
    const lan = (spec: string) => documents(vpc, claim('SubnetClaim', 'lan', spec))
    const world = World.of({
      [file]: lan('{cidrBlock: 10.0.0.0/24, excludeIps: [10.0.0.9, 10.0.0.8, 10.0.0.1]}'),
    })
    const before = world.tree.get('rendered/environments/photon-prod/subnetclaim-lan.yaml')
    world.commit({
      [file]: lan(
        '{protocol: IPv4, gateway: 10.0.0.1, excludeIps: [10.0.0.8..10.0.0.9], cidrBlock: 10.0.0.0/24, attachment: {name: lan-net}}',
      ),
    })
    expect(world.said).toEqual(['info subnet/gateway-not-excluded'])
    expect(world.tree.get('rendered/environments/photon-prod/subnetclaim-lan.yaml')).toBe(before)
  })

  test('name no more excludes than one may, also where the gateway is added to a full list', () => {
    const odd = Array.from({ length: 256 }, (_, at) => `10.0.${at >> 6}.${(at & 63) * 2 + 3}`)
    const spec = `{cidrBlock: 10.0.0.0/16, gateway: 10.0.9.1, excludeIps: [${odd.join(', ')}]}`
    const world = World.of({ [file]: documents(vpc, claim('SubnetClaim', 'lan', spec)) })
    expect(world.said).toEqual(['info subnet/gateway-not-excluded'])
    expect(specOf(world, 'SubnetClaim photon-prod/lan')?.['excludeIps']).toHaveLength(256)
  })

  test('keep the annotation that chooses a provider subnet', () => {
    const chosen = claim(
      'VpcClaim',
      'main',
      '{externalAccess: true, providerNetworkRef: {name: provider2}}',
      '{network.kmetal.io/provider-network-subnet: ext-b, note: mine}',
    )
    const world = World.of({ [file]: chosen })
    const annotations = claimsIn(world.tree).get('VpcClaim photon-prod/main')?.metadata.annotations
    expect(annotations?.['network.kmetal.io/provider-network-subnet']).toBe('ext-b')
    expect(annotations).not.toHaveProperty('note')
  })

  test('are there as soon as they hold something, and not while they wait or are rejected', () => {
    const subnets = documents(
      claim('SubnetClaim', 'one', '{cidrBlock: 10.0.0.0/24}'),
      claim('SubnetClaim', 'two', '{cidrBlock: 10.0.0.0/25}'),
    )
    const world = World.of({ [file]: subnets, [more]: claim('EipClaim', 'web') })
    expect(shown(world)).toEqual(['SubnetClaim photon-prod/one'])
    world.commit({ [file]: documents(subnets, vpc) })
    expect(shown(world)).toEqual([
      'EipClaim photon-prod/external',
      'EipClaim photon-prod/web',
      'SubnetClaim photon-prod/one',
      'VpcClaim photon-prod/main',
    ])
  })

  test('go last, each with the last of its objects', () => {
    const world = photon(zeta)
    settle(world)
    world.commit({ ...acks, [file]: undefined })
    const port = ['EipClaim photon-prod/external', 'VpcClaim photon-prod/main']
    expect(shown(world)).toEqual([port[0], 'SubnetClaim photon-prod/production', port[1]])
    world.report(applied(world))
    expect(shown(world)).toEqual(port)
    world.report(applied(world))
    expect(shown(world)).toEqual([])
    world.report(applied(world))
    expect(world.tree.has('allocations/photon-prod.yaml')).toBe(false)
  })

  test('come back as another when the one of that name is gone, and never turn into it', () => {
    const lan = (cidr: string) => ({ [more]: claim('SubnetClaim', 'lan', `{cidrBlock: ${cidr}}`) })
    const world = photon(lan('10.200.0.0/24'))
    settle(world)
    world.commit({ [more]: undefined })
    world.commit(lan('10.201.0.0/24'))
    expect(specOf(world, 'SubnetClaim photon-prod/lan')?.['cidrBlock']).toBe('10.200.0.0/24')
    settle(world)
    expect(specOf(world, 'SubnetClaim photon-prod/lan')?.['cidrBlock']).toBe('10.201.0.0/24')
  })

  test('stay out of the way of CRDs that are there already', () => {
    const world = photon()
    const crds = () => [...world.tree.keys()].filter((path) => path.includes('/crd-'))
    expect(crds()).toHaveLength(7)
    world.commit({ 'netclaim.yaml': 'crds: existing\n' })
    expect(crds()).toEqual([])
    expect(shown(world)).toHaveLength(4)
  })
})

describe('a claim of ours, as a fact', () => {
  const own = { 'app.kubernetes.io/managed-by': 'netclaim' }
  const web = (labels: object, status?: object) => ({
    apiVersion: 'network.kmetal.io/v1alpha1',
    kind: 'EipClaim',
    metadata: { name: 'web', namespace: 'photon-prod', labels },
    ...(status === undefined ? {} : { status }),
  })
  const complete = (...objects: readonly object[]) => factsFromObjects(objects).value.complete
  const ready = { conditions: [{ type: 'Ready', status: 'True' }] }
  const told = { ...ready, bound: false }

  test('does not show that nothing uses its address, before somebody has looked', () => {
    expect(complete(web(own))).toEqual([])
    expect(complete(web(own, ready))).toEqual([])
    expect(complete({ kind: 'EipClaimList', items: [web(own)] })).toEqual([])
    expect(complete(web(own, told))).toEqual(['EipClaim'])
    expect(complete(web({}))).toEqual(['EipClaim'])
  })

  test('holds nothing itself', () => {
    const status = { ...told, eip: 'photon-prod-web', v4Ip: '198.51.100.24' }
    expect(factsFromObjects([web(own, status)]).value.holders).toEqual([])
  })
})
