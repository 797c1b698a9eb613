import { expect, test } from 'vitest'
import { claim, claims, platformFile } from '../plan/files.ts'
import { rendered } from '../plan/rendered.ts'
import { World } from '../plan/world.ts'

const twoSubnets = `      - name: provider3
        interface: bond0.220
        vlanID: 0
        subnets:
          - {name: ext-c, cidrBlock: 192.0.2.0/25, gateway: 192.0.2.1, excludeIPs: [192.0.2.1]}
          - {name: ext-d, cidrBlock: 192.0.2.128/25, gateway: 192.0.2.129, excludeIPs: [192.0.2.129]}
`

const vpc = (name: string, network: string) =>
  claim('VpcClaim', name, `{externalAccess: true, providerNetworkRef: {name: ${network}}}`)

test.each([
  [
    'a second VpcClaim in an Environment',
    'VpcClaim photon-prod/second',
    claim('VpcClaim', 'second', '{externalAccess: true}'),
    'only one VpcClaim is allowed per namespace',
  ],
  [
    'a providerNetworkRef that names no provider network',
    'VpcClaim quark-prod/main',
    vpc('main', 'provider9'),
    'provider9',
  ],
  [
    'a providerNetworkRef that is ambiguous',
    'VpcClaim quark-prod/main',
    vpc('main', 'provider3'),
    'provider3',
  ],
  [
    'a SubnetClaim that overlaps another of the same VPC',
    'SubnetClaim photon-prod/lab',
    claim('SubnetClaim', 'lab', '{cidrBlock: 10.100.0.0/25}'),
    'cidrBlock "10.100.0.0/25" overlaps SubnetClaim "production" (10.100.0.0/24)',
  ],
])(
  '%s is told by the check, and by the commit where it is merged all the same, and by no condition (M-206)',
  (_, id, text, message) => {
    const world = World.of({
      'platform/kmetal.yaml': platformFile({ networks: twoSubnets }),
      'environments/photon-prod/claims.yaml': claims(),
    })
    const [, namespace = ''] = /^\w+ (.*)\//.exec(id) ?? []
    const changes = { [`environments/${namespace}/more.yaml`]: text }
    const { report } = world.check(changes)
    const refused = report.findings.filter(({ severity }) => severity === 'error')
    expect([report.verdict, refused.map(({ object }) => object)]).toEqual(['refuse', [id]])
    expect(refused[0]?.message).toContain(message)
    const before = [...rendered(world.tree).keys()]
    world.commit(changes)
    expect(world.findings).toContainEqual(
      expect.objectContaining({ object: id, message: expect.stringContaining(message) }),
    )
    expect(world.entry(id)?.phase).toBe('rejected')
    // Neither it nor anything of it gets into a cluster, where alone a condition could be.
    expect([...rendered(world.tree).keys()]).toEqual(before)
    expect([...world.tree.values()].join('')).not.toContain(`netclaim.dev/claim: ${id}`)
    expect([...world.tree.keys()].filter((path) => path.includes('/vpcclaim-second'))).toEqual([])
  },
)
