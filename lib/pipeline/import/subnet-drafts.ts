import { quote } from '../../domain/claims/quote.ts'
import type { SubnetSpec } from '../../domain/claims/subnet-claim.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import type { Json } from '../../domain/emit.ts'
import { egressEipName, nadName, snatName, subnetName, vpcName } from '../../domain/names.ts'
import { same } from '../../domain/same.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { shapes, specOf } from './shapes.ts'
import { subnetSpecOf } from './written-claims.ts'

type Vpcs = ReadonlyMap<string, ClaimDraft>

interface Ground {
  readonly live: Live
  readonly vpcs: Vpcs
  readonly notes: Notes
}

/** A SubnetClaim for every Subnet of an imported Vpc that is called and made as one would be. */
export function draftSubnets(live: Live, vpcs: Vpcs, notes: Notes): readonly ClaimDraft[] {
  const ground = { live, vpcs, notes }
  return live.of('kubeovn.io/Subnet').flatMap((subnet) => {
    if (notes.isLeft(subnet)) return []
    const { vpc } = specOf(subnet, shapes.subnet)
    const environment = vpcs.get(vpc)
    return environment === undefined ? [] : draftOf(subnet, environment, ground)
  })
}

function draftOf(subnet: LiveObject, vpc: ClaimDraft, ground: Ground): readonly ClaimDraft[] {
  const { live, notes } = ground
  const { namespace } = vpc
  const claim = claimNameOf(subnet, namespace)
  if (claim === undefined) {
    const message = `${subnet.id} is in the Vpc of ${quote(namespace)}, whose Subnets are called ${subnetName(namespace, '<claim>')}`
    notes.leave(subnet, importRules.otherName, message)
    return []
  }
  const snat = snatOf(claim, vpc, ground)
  const found = specOfSubnet(subnet, claim, { namespace, snat: snat !== undefined })
  if (typeof found === 'string') {
    notes.leave(subnet, importRules.otherForm, found)
    return []
  }
  const written = live.get('network.kmetal.io/SubnetClaim', claim, namespace)
  const own = written === undefined || notes.isLeft(written) ? undefined : written
  const spec = own === undefined ? found : specOfClaim(own, subnet, { found, notes })
  if (spec === undefined) return []
  const { managed, name } = spec.attachment
  const key = 'k8s.cni.cncf.io/NetworkAttachmentDefinition'
  const nad = managed ? live.get(key, name, namespace) : undefined
  const objects = [subnet, snat, own, nad].filter((one) => one !== undefined)
  return [
    {
      kind: 'SubnetClaim',
      namespace,
      name: claim,
      spec: { ...spec } as Readonly<Record<string, Json | undefined>>,
      objects: objects.filter((one) => !notes.isLeft(one)).map(({ id }) => id),
    },
  ]
}

function claimNameOf({ name }: LiveObject, namespace: string): string | undefined {
  const start = subnetName(namespace, '')
  const claim = name.slice(start.length)
  return name.startsWith(start) && isLabel(claim) ? claim : undefined
}

/** What the claim says that the cluster has of a Subnet; undefined where that is another one, which is noted. */
function specOfClaim(
  own: LiveObject,
  subnet: LiveObject,
  { found, notes }: { readonly found: SubnetSpec; readonly notes: Notes },
): SubnetSpec | undefined {
  const spec = subnetSpecOf(own.name, own.object['spec'])
  if (spec !== undefined && isSameBlock(spec, found)) return spec
  notes.leave(subnet, importRules.otherForm, `${subnet.id} is other than ${own.id} asks for`)
  notes.leave(own, importRules.otherForm, `${own.id} asks for something else than ${subnet.id} is`)
  return undefined
}

/** The rule by which it leaves, where it is the one that Netclaim would render. */
function snatOf(
  claim: string,
  { namespace, externalSubnet }: ClaimDraft,
  { live, notes }: Omit<Ground, 'vpcs'>,
): LiveObject | undefined {
  const rule = live.get('kubeovn.io/OvnSnatRule', snatName(namespace, claim))
  if (rule === undefined || notes.isLeft(rule) || externalSubnet === undefined) return undefined
  const { ovnEip, vpcSubnet, vpc, v4IpCidr, ipName } = specOf(rule, shapes.rule)
  const isWhole = vpcSubnet === subnetName(namespace, claim) && vpc + v4IpCidr + ipName === ''
  return isWhole && ovnEip === egressEipName(vpcName(namespace), externalSubnet) ? rule : undefined
}

/** The spec of the claim that would render such a Subnet; a text says why none would. */
function specOfSubnet(
  subnet: LiveObject,
  claim: string,
  { namespace, snat }: { readonly namespace: string; readonly snat: boolean },
): SubnetSpec | string {
  const { id } = subnet
  const { cidrBlock, gateway, excludeIps, provider, vlan } = specOf(subnet, shapes.subnet)
  if (vlan !== '') return `${id} is on a Vlan, and the Subnets of tenants are not`
  const attachment = attachmentOf(provider, { namespace, claim })
  if (attachment === undefined)
    return `${id} has provider ${quote(provider)}, and that of a claim is <name>.${namespace}.ovn`
  const protocol = cidrBlock.includes(',') ? 'Dual' : cidrBlock.includes(':') ? 'IPv6' : 'IPv4'
  const spec = subnetSpecOf(claim, {
    cidrBlock,
    ...(gateway === '' ? {} : { gateway }),
    protocol,
    excludeIps,
    enableSnatRule: snat,
    attachment,
  })
  return spec ?? `${id} has a block, a gateway or excludeIps that no SubnetClaim can have`
}

function attachmentOf(
  provider: string,
  { namespace, claim }: { readonly namespace: string; readonly claim: string },
): SubnetSpec['attachment'] | undefined {
  if (provider === '' || provider === 'ovn') return { managed: false, name: nadName(claim) }
  const [name = '', space, last, ...more] = provider.split('.')
  const isOurs = space === namespace && last === 'ovn' && more.length === 0 && isLabel(name)
  return isOurs ? { managed: true, name } : undefined
}

/** What of a Subnet can never be changed; who owns its attachment, only the claim tells. */
function isSameBlock(one: SubnetSpec, other: SubnetSpec): boolean {
  const fixed = ({ cidrBlock, gateway, protocol, excludeIps, attachment }: SubnetSpec) => {
    const { name } = attachment
    return { cidrBlock, gateway, protocol, excludeIps: excludeIps.toSorted(), name }
  }
  return same(fixed(one), fixed(other))
}
