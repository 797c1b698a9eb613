import { expect, test } from 'vitest'
import { photon } from '../plan/world.ts'

const file = 'environments/photon-prod/more.yaml'

test('a claim with an unknown field is told what else is wrong with it, in one run', () => {
  const { report } = photon().check({
    [file]: `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: more
spec:
  typ: nat
  v4Ip: 198.51.100.10
---
apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: again
spec:
  typ: nat
  v4Ip: 198.51.100.24
---
apiVersion: network.kmetal.io/v1alpha1
kind: SubnetClaim
metadata:
  name: lab
spec:
  cidr: 10.1.0.0/24
  cidrBlock: 10.100.0.0/25
`,
  })
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ rule, at }) => `${at?.line} ${rule}`)).toEqual([
    '6 field/unknown',
    '7 eip/pin-excluded',
    '14 field/unknown',
    '15 eip/address-taken',
    '22 field/unknown',
    '23 subnet/overlap',
  ])
})
