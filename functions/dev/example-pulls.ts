/** A pull request to begin with. */
export interface ExamplePull {
  readonly branch: string
  readonly title: string
  readonly files: Readonly<Record<string, string>>
}

const pinned = '198.51.100.40'

function eip(namespace: string, name: string, v4Ip?: string): Readonly<Record<string, string>> {
  const spec = v4Ip === undefined ? 'type: nat' : `type: nat\n  v4Ip: "${v4Ip}"`
  return {
    [`environments/${namespace}/${name}.yaml`]: `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: ${name}
spec:
  ${spec}
`,
  }
}

function subnet(namespace: string, name: string, cidr: string): Readonly<Record<string, string>> {
  return {
    [`environments/${namespace}/${name}.yaml`]: `apiVersion: network.kmetal.io/v1alpha1
kind: SubnetClaim
metadata:
  name: ${name}
spec:
  cidrBlock: "${cidr}"
`,
  }
}

/** One that is fine, two that are fine alone and collide, and one that is refused. */
export const examplePulls: readonly ExamplePull[] = [
  { branch: 'api', title: 'An address for the API', files: eip('example', 'api') },
  { branch: 'shop', title: 'Shop wants .40', files: eip('example', 'shop', pinned) },
  { branch: 'mail', title: 'Mail wants .40, too', files: eip('example', 'mail', pinned) },
  {
    branch: 'staging',
    title: 'A subnet that overlaps',
    files: subnet('example', 'staging', '10.200.0.128/25'),
  },
]
