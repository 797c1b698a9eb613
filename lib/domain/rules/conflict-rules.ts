import type { Rule } from './rule.ts'

const seed = 'kMetal networking tasks'

/** What two claims cannot both have. Who is there first keeps it. */
export const conflictRules = {
  onlyOneVpc: {
    id: 'vpc/only-one',
    severity: 'error',
    wants: 'An environment has one VpcClaim.',
    why: "The Vpc takes the namespace's name, so a second claim would overwrite the first one's.",
    example: 'VpcClaim main and VpcClaim second in one environment',
    source: `${seed}, VpcClaim`,
  },
  otherSegment: {
    id: 'vpc/other-segment',
    severity: 'error',
    wants: 'A VPC leaves through the provider subnet whose addresses its EipClaims hold already.',
    why: "Addresses are routed on their own segment only: the VPC's router could not answer for them.",
    example: 'EipClaim web holds 198.51.100.24 of ext-a, then VpcClaim main resolves to ext-b',
    source: `${seed}, EipClaim: addresses come from the external subnet of the VPC`,
  },
  overlap: {
    id: 'subnet/overlap',
    severity: 'error',
    wants: 'The subnets of one VPC do not overlap.',
    why: 'Kube-OVN refuses the second one late, and deleting the refused one cuts the routes of the first.',
    example: 'cidrBlock: 10.100.0.0/25 beside cidrBlock: 10.100.0.0/24',
    source: `${seed}, SubnetClaim; kubeovn/kube-ovn#2536; seen on 1.16.2`,
  },
  addressTaken: {
    id: 'eip/address-taken',
    severity: 'error',
    wants: 'A pinned address has no other holder, in any environment.',
    why: 'Addresses are unique on a provider segment: the second one would never get ready, or steal the first.',
    example: 'v4Ip: 198.51.100.24, which EipClaim photon-prod/web holds',
    source: `${seed}, EipClaim; seen on 1.16.2 (AddressConflict)`,
  },
  nameTaken: {
    id: 'name/taken',
    severity: 'error',
    wants: 'The names that Netclaim derives from namespace and claim belong to one claim each.',
    why: "<namespace>-<claim> is not unique: photon + prod-edge and photon-prod + edge give one name, and the second claim would overwrite the first tenant's object.",
    example: 'SubnetClaim prod-edge in photon beside SubnetClaim edge in photon-prod',
    source: 'kube-ovn pkg/util/validator.go; kubeovn/kube-ovn#5132',
  },
  namePrefix: {
    id: 'name/prefix',
    severity: 'warning',
    wants:
      'A name derived from namespace and claim does not begin with the name of another environment.',
    why: 'Names are first come, first served: that environment could not use the name any more, be it for the way out of its VPC.',
    example: 'EipClaim twin-ext-a in evil beside an environment evil-twin',
    source: 'design: cluster-scoped names are <namespace>-<claim>',
  },
  attachmentTaken: {
    id: 'subnet/attachment-taken',
    severity: 'error',
    wants: 'Each SubnetClaim of an environment has a NetworkAttachmentDefinition of its own.',
    why: 'Kube-OVN takes the first Subnet of a provider: machines would land in the wrong one.',
    example: 'attachment: {name: a-net} in claim b, beside claim a',
    source: 'kube-ovn pkg/controller/pod.go; harvester/harvester#10716',
  },
} as const satisfies Record<string, Rule>
