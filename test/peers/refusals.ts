import type { RuleId } from '../../lib/domain/finding.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { claim } from '../plan/files.ts'
import type { Changes } from '../plan/world.ts'
import { platform } from './ovn-world.ts'

/** What becomes of an object: a real controller takes it, or tells that it does not, or keeps silent. */
export type Fate = 'refused at the API' | 'failed condition' | 'silent fault' | 'taken'

/** Something that the check refuses, and the object that would have gone to the cluster. */
export interface Refusal {
  readonly what: string
  /** Of the world of `ovn-world.ts`. */
  readonly changes: Changes
  readonly rule: RuleId
  readonly object: KubeObject
  readonly fate: Fate
  /** What taking it, or keeping silent, does to people. */
  readonly harm?: string
}

const kubeOvn = 'kubeovn.io/v1'
let count = 0

/** A SubnetClaim of `closed-dev`, and the Subnet that it would be, in a VPC of its own. */
function subnet(
  what: string,
  spec: { readonly cidrBlock: string; readonly [field: string]: unknown },
  rest: Pick<Refusal, 'rule' | 'fate' | 'harm'>,
): Refusal {
  count += 1
  const gateway = spec.cidrBlock.replace(/\d+\/\d+$/, '1')
  const full = { protocol: 'IPv4', gateway, vpc: `row-${count}`, ...spec }
  const metadata = { name: `row-${count}-net` }
  const { vpc: _, ...written } = spec
  const text = claim('SubnetClaim', 'row', JSON.stringify(written))
  return {
    what,
    changes: { 'environments/closed-dev/row.yaml': text },
    object: { apiVersion: kubeOvn, kind: 'Subnet', metadata, spec: full },
    ...rest,
  }
}

/** An EipClaim of `photon-prod`, and the OvnEip that it would be. */
function eip(
  what: string,
  spec: { readonly type?: string; readonly v4Ip: string },
  rest: Pick<Refusal, 'rule' | 'fate' | 'harm'>,
): Refusal {
  count += 1
  const metadata = { name: `row-${count}` }
  const full = { externalSubnet: 'ext-a', type: 'nat', ...spec }
  const text = claim('EipClaim', 'row', JSON.stringify(spec))
  return {
    what,
    changes: { 'environments/photon-prod/row.yaml': text },
    object: { apiVersion: kubeOvn, kind: 'OvnEip', metadata, spec: full },
    ...rest,
  }
}

/** A pool of control planes, and the IPAddressPool that it would be. */
function pool(
  what: string,
  addresses: string,
  rest: Pick<Refusal, 'rule' | 'fate' | 'harm'>,
): Refusal {
  count += 1
  return {
    what,
    changes: {
      'platform/kmetal.yaml': platform.replace('172.21.208.100-172.21.208.250', addresses),
    },
    object: {
      apiVersion: 'metallb.io/v1beta1',
      kind: 'IPAddressPool',
      metadata: { name: `row-${count}`, namespace: 'kmetal-metallb' },
      spec: { addresses: [addresses] },
    },
    ...rest,
  }
}

const all = 'log only: every other new pool of the cluster stays unknown'
const never = 'log only: no status, no event, the claim waits for ever'
const conflict = 'the controller rewrites the field, and every later apply is a conflict'

/** In the order of the printed table. */
export const refusals: readonly Refusal[] = [
  subnet(
    'a block within another of its VPC',
    { cidrBlock: '10.100.0.128/25', gateway: '10.100.0.129', vpc: 'closed-dev' },
    { rule: 'subnet/overlap', fate: 'failed condition' },
  ),
  {
    what: 'provider subnets that overlap',
    changes: {
      'platform/kmetal.yaml': platform.replaceAll('203.0.113.', '198.51.100.'),
    },
    rule: 'platform/subnet-overlap',
    object: {
      apiVersion: kubeOvn,
      kind: 'Subnet',
      metadata: { name: 'row-ext' },
      spec: {
        vpc: 'ovn-cluster',
        vlan: 'provider2',
        protocol: 'IPv4',
        cidrBlock: '198.51.100.128/25',
        gateway: '198.51.100.129',
      },
    },
    fate: 'taken',
    harm: 'both segments give out the same addresses',
  },
  subnet(
    'a gateway outside of the block',
    { cidrBlock: '10.60.1.0/24', gateway: '10.61.0.1' },
    { rule: 'subnet/gateway-outside', fate: 'failed condition' },
  ),
  subnet(
    'the network address as gateway',
    { cidrBlock: '10.60.2.0/24', gateway: '10.60.2.0' },
    { rule: 'subnet/gateway-network-address', fate: 'failed condition' },
  ),
  subnet(
    'the broadcast address as gateway',
    { cidrBlock: '10.60.3.0/24', gateway: '10.60.3.255' },
    { rule: 'subnet/gateway-last-address', fate: 'failed condition' },
  ),
  subnet(
    'a block of one address',
    { cidrBlock: '10.60.4.1/32', gateway: '10.60.4.1' },
    { rule: 'subnet/no-room', fate: 'failed condition' },
  ),
  subnet(
    'multicast addresses',
    { cidrBlock: '239.1.0.0/24' },
    { rule: 'subnet/special-range', fate: 'failed condition' },
  ),
  subnet(
    'link-local addresses',
    { cidrBlock: '169.254.7.0/24' },
    { rule: 'subnet/special-range', fate: 'failed condition' },
  ),
  subnet(
    'a block of three octets',
    { cidrBlock: '10.60/24', gateway: '10.60.0.1' },
    { rule: 'field/cidr', fate: 'silent fault', harm: never },
  ),
  subnet(
    'an exclusion written backwards',
    { cidrBlock: '10.60.5.0/24', excludeIps: ['10.60.5.9..10.60.5.5'] },
    { rule: 'field/range', fate: 'failed condition' },
  ),
  subnet(
    'an exclusion with a dash',
    { cidrBlock: '10.60.6.0/24', excludeIps: ['10.60.6.5-10.60.6.9'] },
    { rule: 'field/range', fate: 'failed condition' },
  ),
  subnet(
    'an exclusion outside of the block',
    { cidrBlock: '10.60.7.0/24', excludeIps: ['10.61.0.5'] },
    {
      rule: 'subnet/exclude-outside',
      fate: 'taken',
      harm: 'it keeps nothing free: the address that was meant is given to a machine',
    },
  ),
  subnet(
    'exclusions of all addresses',
    { cidrBlock: '10.60.8.0/24', excludeIps: ['10.60.8.0..10.60.8.255'] },
    {
      rule: 'subnet/nothing-left',
      fate: 'taken',
      harm: 'Ready, and no machine ever gets an address',
    },
  ),
  subnet(
    'bits of a host in the block',
    { cidrBlock: '10.60.9.9/24', gateway: '10.60.9.1' },
    { rule: 'field/host-bits', fate: 'taken', harm: conflict },
  ),
  subnet(
    'another protocol than that of the block',
    { cidrBlock: '10.60.10.0/24', protocol: 'IPv6' },
    { rule: 'subnet/protocol', fate: 'taken', harm: conflict },
  ),
  subnet(
    'a part of a provider subnet',
    { cidrBlock: '203.0.113.0/25' },
    {
      rule: 'subnet/overlaps-provider',
      fate: 'taken',
      harm: 'provider segments are blocked for tenants (M-028): its own drop takes its replies',
    },
  ),
  eip(
    'the gateway as address',
    { v4Ip: '198.51.100.1' },
    {
      rule: 'eip/pin-gateway',
      fate: 'taken',
      harm: 'ready: two hosts of the segment answer for its gateway',
    },
  ),
  eip(
    'an address that is excluded',
    { v4Ip: '198.51.100.10' },
    {
      rule: 'eip/pin-excluded',
      fate: 'taken',
      harm: "ready: the address is somebody else's, that is why it is excluded",
    },
  ),
  eip(
    'an address of another segment',
    { v4Ip: '203.0.113.9' },
    { rule: 'eip/pin-outside', fate: 'silent fault', harm: never },
  ),
  eip(
    'the network address',
    { v4Ip: '198.51.100.0' },
    { rule: 'eip/pin-edge', fate: 'silent fault', harm: never },
  ),
  eip(
    'the broadcast address',
    { v4Ip: '198.51.100.255' },
    { rule: 'eip/pin-edge', fate: 'silent fault', harm: never },
  ),
  eip(
    'an address that another tenant holds',
    { v4Ip: '198.51.100.22' },
    { rule: 'eip/address-taken', fate: 'silent fault', harm: never },
  ),
  eip(
    'a leading zero in an octet',
    { v4Ip: '198.51.100.030' },
    { rule: 'field/address', fate: 'silent fault', harm: never },
  ),
  eip(
    'an octet above 255',
    { v4Ip: '198.51.100.300' },
    { rule: 'field/address', fate: 'silent fault', harm: never },
  ),
  eip(
    'a type that is none',
    { type: 'snat', v4Ip: '198.51.100.77' },
    {
      rule: 'field/value',
      fate: 'taken',
      harm: 'ready with a type that nothing consumes: lrp and nat are all there is (M-154) (M-157)',
    },
  ),
  pool('a range written backwards', '172.21.207.9-172.21.207.1', {
    rule: 'field/range',
    fate: 'silent fault',
    harm: all,
  }),
  pool('a leading zero in a range', '172.21.207.010-172.21.207.20', {
    rule: 'field/range',
    fate: 'silent fault',
    harm: all,
  }),
  pool('a range of two families', '172.21.207.1-fd00::1', {
    rule: 'field/range',
    fate: 'silent fault',
    harm: 'taken with no address, and no status',
  }),
  pool('bits of a host in a pool', '172.21.207.7/24', {
    rule: 'field/host-bits',
    fate: 'taken',
    harm: 'meant as one address, given as 256',
  }),
  {
    ...pool('a range of another pool', '172.21.208.200-172.21.208.210', {
      rule: 'pool/overlap',
      fate: 'silent fault',
      harm: all,
    }),
    changes: {
      'platform/kmetal.yaml': platform.replace(
        '    extraBlocked',
        '      management: {addresses: [172.21.208.200-172.21.208.210]}\n    extraBlocked',
      ),
    },
  },
]
