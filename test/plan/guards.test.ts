import { describe, expect, test } from 'vitest'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim, claims, cluster, documents } from './files.ts'
import { photon, World } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'
const vpc = claim('VpcClaim', 'main', '{externalAccess: true}')
const production = claim(
  'SubnetClaim',
  'production',
  '{cidrBlock: 10.100.0.0/24, enableSnatRule: true}',
)
const external = claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.22}')
const web = claim('EipClaim', 'web', '{type: nat, v4Ip: 198.51.100.24}')
const binding = {
  environment: 'photon-prod',
  claim: 'web',
  cluster: 'solar',
  service: 'demo/whoami',
}

test('the parts are the file', () => {
  expect(documents(vpc, production, external, web)).toBe(claims())
})

describe('a VpcClaim', () => {
  test('does not go while a SubnetClaim is left, and its egress address stays with it (M-106)', () => {
    const world = photon()
    const manifests = world.manifests
    const acks = acknowledgement('vpc', 'photon-prod', [
      'VpcClaim photon-prod/main',
      'EipClaim photon-prod/external',
    ])
    world.commit({ [file]: documents(production, web), 'acknowledgements/vpc.yaml': acks })
    const finding = world.finding('vpc/subnet-claims-present')
    expect(finding.message).toContain('SubnetClaim "production"')
    expect(finding.message).toContain('SubnetClaimsPresent')
    expect(finding.related?.map(({ message }) => message)).toEqual([
      'SubnetClaim photon-prod/production is still here',
    ])
    expect(world.manifests).toEqual(manifests)
    expect(world.entry('EipClaim photon-prod/external')?.phase).toBe('held')
  })

  test('keeps its implicit egress address with it', () => {
    const world = photon({ [file]: documents(vpc, production) })
    const manifests = world.manifests
    world.commit({ [file]: production })
    expect(world.said).toContain('error vpc/subnet-claims-present')
    expect(world.entry('EipClaim photon-prod/external')).toMatchObject({
      phase: 'held',
      origin: 'implicit',
    })
    expect(world.manifests).toEqual(manifests)
  })

  test('takes its implicit egress address with it', () => {
    const world = photon({ [file]: vpc, 'environments/zeta/vpc.yaml': claim('VpcClaim', 'main') })
    settle(world)
    const acks = acknowledgement('vpc', 'photon-prod', ['VpcClaim photon-prod/main'])
    world.commit({ [file]: undefined, 'acknowledgements/vpc.yaml': acks })
    expect(world.said).toEqual([])
    expect(world.objects).toEqual(['Vpc zeta'])
    expect(world.entry('EipClaim photon-prod/external')).toMatchObject({ phase: 'tombstone' })
    settle(world)
    expect(world.state.books.has('photon-prod')).toBe(false)
  })
})

describe('the claim external', () => {
  test('does not go while its VpcClaim is there (M-189)', () => {
    const world = photon()
    const manifests = world.manifests
    const { report } = world.check({ [file]: documents(vpc, production, web) })
    expect(report.verdict).toBe('refuse')
    expect(report.findings[0]?.at?.file).toBe(file)
    world.commit({ [file]: documents(vpc, production, web) })
    expect(world.finding('eip/in-use-by-vpc').message).toContain('198.51.100.22')
    expect(world.finding('eip/in-use-by-vpc').message).toContain('EipInUseByVpc')
    expect(world.manifests).toEqual(manifests)
    world.plan()
    expect(world.said).toContain('info eip/in-use-by-vpc')
    expect(world.manifests).toEqual(manifests)
  })

  test('goes where the VPC gives no access to the outside', () => {
    const world = photon({ [file]: external })
    expect(world.entry('EipClaim photon-prod/external')?.phase).toBe('held')
    world.commit({ [file]: undefined, 'environments/zeta/v.yaml': claim('VpcClaim', 'main') })
    settle(world)
    expect(world.entry('EipClaim photon-prod/external')).toBeUndefined()
  })
})

describe('an EipClaim that a Service uses', () => {
  test('does not go, and who uses it is named (M-188)', () => {
    const world = photon()
    settle(world)
    world.facts = applied(world, { bindings: [binding], clusters: ['photon-prod/solar'] })
    const manifests = world.manifests
    world.commit({ [file]: documents(vpc, production, external) })
    const finding = world.finding('eip/bound')
    expect(finding.message).toContain('Service demo/whoami in cluster "solar" uses 198.51.100.24')
    expect(finding.hint).toContain('network.kmetal.io/eip-claim')
    expect(world.manifests).toEqual(manifests)
    world.report(applied(world))
    expect(world.objects).not.toContain('OvnEip photon-prod-web')
  })

  test('goes when the cluster of the Service is gone (M-190)', () => {
    const world = photon()
    settle(world)
    world.facts = applied(world, { bindings: [binding], clusters: [] })
    world.commit({ [file]: documents(vpc, production, external) })
    expect(world.said).not.toContain('error eip/bound')
    expect(world.objects).not.toContain('OvnEip photon-prod-web')
  })

  test('stays when it is not known which clusters there are', () => {
    const world = photon()
    settle(world)
    const complete = world.facts.complete.filter((kind) => kind !== 'Cluster')
    world.facts = applied(world, { bindings: [binding], clusters: [], complete })
    world.commit({ [file]: documents(vpc, production, external) })
    expect(world.said).toContain('error eip/bound')
  })

  test.each([0, 1])('stays when one of two clusters that use it is there', (there) => {
    const world = photon()
    settle(world)
    const bindings = [binding, { ...binding, cluster: 'lunar', service: 'demo/other' }]
    const clusters = [`photon-prod/${bindings[there]?.cluster}`]
    world.facts = applied(world, { bindings, clusters })
    world.commit({ [file]: documents(vpc, production, external) })
    expect(world.finding('eip/bound').message).toContain(bindings[there]?.service)
    world.report(applied(world, { bindings, clusters }))
    expect(world.objects).toContain('OvnEip photon-prod-web')
  })

  test('serves one Service at a time: two are told (M-158)', () => {
    const world = photon()
    settle(world)
    const bindings = [binding, { ...binding, service: 'demo/other' }]
    world.report(applied(world, { bindings, clusters: ['photon-prod/solar'] }))
    const { severity, message, at } = world.finding('eip/two-services')
    expect([severity, at?.file]).toEqual(['warning', file])
    expect(message).toContain('demo/whoami in cluster "solar", demo/other in cluster "solar"')
    world.report(applied(world, { bindings, clusters: [] }))
    expect(world.said).not.toContain('warning eip/two-services')
  })
})

describe('a SubnetClaim', () => {
  const onIt = { 'environments/photon-prod/solar.yaml': cluster('solar', { subnet: 'production' }) }
  const rest = documents(vpc, external, web)

  test('does not go while a Cluster is on it', () => {
    const world = photon(onIt)
    const manifests = world.manifests
    world.commit({ [file]: rest })
    expect(world.finding('subnet/cluster-present').message).toContain('Cluster "solar" is on it')
    expect(world.manifests).toEqual(manifests)
  })

  test('does not go while a Cluster that can no longer be read was on it', () => {
    const world = photon(onIt)
    const broken = cluster('solar', { subnet: '[production]' })
    world.commit({ [file]: rest, 'environments/photon-prod/solar.yaml': broken })
    expect(world.finding('subnet/cluster-present').message).toContain('Cluster "solar" is on it')
    expect(world.entry('SubnetClaim photon-prod/production')?.phase).toBe('held')
  })

  test('goes with its Cluster', () => {
    const world = photon(onIt)
    settle(world)
    world.commit({ [file]: rest, 'environments/photon-prod/solar.yaml': undefined })
    expect(world.said.filter((one) => one.startsWith('error'))).toEqual([])
    settle(world)
    expect(world.objects).toEqual([
      'OvnEip photon-prod-ext-a',
      'OvnEip photon-prod-web',
      'Vpc photon-prod',
    ])
  })
})

test('a pinned control plane is free when no Service has its address any more', () => {
  const address = '172.21.208.104'
  const world = World.of({
    'environments/photon-prod/solar.yaml': cluster('solar', { address }),
    'environments/zeta/v.yaml': claim('VpcClaim', 'main'),
  })
  settle(world)
  world.commit({ 'environments/photon-prod/solar.yaml': undefined })
  const holders = [{ address, holder: 'Service photon-prod/solar' }]
  world.report(applied(world, { holders }))
  expect(world.entry('Cluster photon-prod/solar')?.phase).toBe('tombstone')
  world.report(applied(world))
  expect(world.entry('Cluster photon-prod/solar')).toBeUndefined()
})
