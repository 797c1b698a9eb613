import { expect, test } from 'vitest'
import { claims } from '../plan/files.ts'
import { photon } from '../plan/world.ts'
import { only } from './ask.ts'

const file = 'environments/photon-prod/claims.yaml'

test.each([
  ['the way out', '{externalAccess: true}', '{externalAccess: false}', 'VpcClaim photon-prod/main'],
  [
    'the segment',
    '{externalAccess: true}',
    '{externalAccess: true, providerNetworkRef: {name: provider2}}',
    'VpcClaim photon-prod/main',
  ],
  ['the block', '10.100.0.0/24', '10.100.0.0/23', 'SubnetClaim photon-prod/production'],
  ['SNAT', 'enableSnatRule: true', 'enableSnatRule: false', 'SubnetClaim photon-prod/production'],
  ['the pin', '198.51.100.24', '198.51.100.25', 'EipClaim photon-prod/web'],
  [
    'the selector',
    '{type: nat,',
    '{type: nat, clusterSelector: {matchLabels: {a: b}},',
    'EipClaim photon-prod/web',
  ],
])(
  'an edit of %s is refused and changes nothing (M-012) (M-101) (M-133) (M-167)',
  (_, before, after, object) => {
    const { report } = photon().check({ [file]: claims().replace(before, after) })
    expect(only(report, 'claim/immutable')).toMatchObject({
      severity: 'error',
      object,
      at: { file },
    })
    expect(report.verdict).toBe('refuse')
    expect(report.changes).toEqual([])
  },
)

test('another spelling of the same is no edit', () => {
  const spelled = claims()
    .replace('{type: nat, v4Ip: 198.51.100.24}', '{v4Ip: "198.51.100.24"}')
    .replace(
      'cidrBlock: 10.100.0.0/24',
      'cidrBlock: 10.100.0.0/24, gateway: 10.100.0.1, protocol: IPv4',
    )
  const { report } = photon().check({ [file]: spelled })
  expect([report.verdict, report.changes]).toEqual(['accept', []])
  expect(spelled).not.toBe(claims())
})
