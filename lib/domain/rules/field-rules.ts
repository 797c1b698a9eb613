import type { RuleId, Severity } from '../finding.ts'
import type { Rule } from './rule.ts'

/** What is said about single fields: their names, types and syntax. */
export const fieldRules = {
  unknown: rule('unknown', 'error', {
    wants: 'Every field is one that its kind has.',
    why: 'A field with a typing mistake would be ignored, and the claim would get something else.',
    example: 'spec:\n  cidrBlock: 10.0.0.0/24\n  snat: true',
    source: 'kMetal networking tasks; strict decoding of the Kubernetes API',
  }),
  missing: rule('missing', 'error', {
    wants: 'Every required field is there.',
    why: 'Without it nobody knows what is asked for.',
    example: 'kind: SubnetClaim\nspec: {}',
    source: 'kMetal networking tasks, cidrBlock and tenantControlPlanes are required',
  }),
  null: rule('null', 'error', {
    wants: 'A field that is written has a value.',
    why: 'An empty value is more often an unfinished line than a wish for the default.',
    example: 'spec:\n  gateway:',
    source: 'the Kubernetes API drops nulls without a word',
  }),
  type: rule('type', 'error', {
    wants: 'Every value is of the type of its field.',
    why: 'Readers of YAML convert differently: 10.10 is the number 10.1 to one, text to another.',
    example: 'spec:\n  v4Ip: 10.10',
    source: 'the Kubernetes API refuses other types',
  }),
  value: rule('value', 'error', {
    wants: 'Every value is one that its field can take.',
    why: 'The controllers would refuse it, or take it for something else.',
    example: 'spec:\n  type: snat',
    source: 'kMetal networking tasks, the values of each field',
  }),
  tooMany: rule('too-many', 'error', {
    wants: 'A list stays within its limit.',
    why: 'The Kubernetes API refuses the whole object otherwise.',
    example: 'excludeIps: # 257 entries',
    source: 'kMetal networking tasks, excludeIps takes at most 256 entries',
  }),
  address: rule('address', 'error', {
    wants: 'An address is written in full, in the one way that all readers understand alike.',
    why: 'Leading zeros, short forms and mapped addresses mean different addresses to different readers.',
    example: 'v4Ip: 198.051.100.024',
    source: 'RFC 6943 3.1.1, RFC 4291 2.2, Go net/netip',
  }),
  cidr: rule('cidr', 'error', {
    wants: 'A CIDR is an address, a slash and a prefix length; two families stand as "v4,v6".',
    why: 'Kube-OVN and MetalLB refuse or misread anything else.',
    example: 'cidrBlock: 10.0.0.0/255.255.255.0',
    source: 'Kube-OVN pkg/util/net.go, MetalLB internal/config/config.go',
  }),
  hostBits: rule('host-bits', 'error', {
    wants: 'A CIDR begins with the first address of its block.',
    why: 'Kube-OVN and MetalLB mask the rest away without a word, so more is given than was read.',
    example: 'cidrBlock: 10.101.0.10/24',
    source: 'MetalLB internal/config/config.go, seen with 0.15.2',
  }),
  range: rule('range', 'error', {
    wants:
      'A range is "first..last" in subnets and "first-last" in pools, its start not after its end.',
    why: 'Kube-OVN ignores a range with a dash; MetalLB refuses all pools for one bad entry.',
    example: 'excludeIps:\n  - 10.1.157.1-10.1.157.20',
    source: 'Kube-OVN pkg/util/validator.go, MetalLB internal/config/config.go',
  }),
  name: rule('name', 'error', {
    wants: 'A name is a DNS label: a-z, 0-9 and "-", at most 63, no "-" at its ends.',
    why: 'Names become parts of Kubernetes names, of host names and of file names.',
    example: 'metadata:\n  name: prod_net',
    source: 'RFC 1123 2.1, Kubernetes object names',
  }),
  label: rule('label', 'error', {
    wants:
      'A key of labels or annotations is a name of at most 63 of A-Z, a-z, 0-9, "-", "_" and ".", behind an optional DNS name and "/"; the value of a label is such a name, or empty.',
    why: 'The Kubernetes API refuses the whole object otherwise.',
    example: 'clusterSelector:\n  matchLabels: {"my tier": gold}',
    source: 'Kubernetes, apimachinery pkg/util/validation: IsQualifiedName, IsValidLabelValue',
  }),
  more: rule('more', 'error', {
    wants: 'A document has few enough faults to be told one by one.',
    why: 'After a few hundred a person needs no further one, and the check has to end.',
    example: '# a map of thousands of unknown fields',
    source: 'MAX_FAULTS of the reader',
  }),
  serverSide: rule('server-side', 'warning', {
    wants: 'A file holds only what a person decides.',
    why: 'The cluster sets these fields; copied with kubectl get -o yaml they are old and not read.',
    example: 'metadata:\n  resourceVersion: "81734"',
    source: 'Kubernetes API conventions, metadata and status',
  }),
} as const satisfies Record<string, Rule>

function rule(
  name: string,
  severity: Severity,
  text: Pick<Rule, 'wants' | 'why' | 'example' | 'source'>,
): Rule {
  const id: RuleId = `field/${name}`
  return { id, severity, ...text }
}
