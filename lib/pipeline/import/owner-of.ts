import { quote } from '../../domain/claims/quote.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import { dashPrefixes } from '../../domain/dash-prefixes.ts'
import { egressEipName, vpcName } from '../../domain/names.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import { claimHint } from './nat-users.ts'
import type { Notes } from './notes.ts'
import { shapes, specOf } from './shapes.ts'

/** What tells whose an OvnEip is. */
export interface Owning {
  readonly live: Live
  /** VpcClaims by namespace. */
  readonly vpcs: ReadonlyMap<string, ClaimDraft>
  readonly notes: Notes
  /** Which VPCs use an OvnEip by a NAT rule. */
  readonly users: ReadonlyMap<string, ReadonlySet<string>>
}

/** Whose an OvnEip would be, by which claim. */
export interface Owner {
  readonly vpc: ClaimDraft
  readonly claim: string
  readonly type: 'lrp' | 'nat'
}

/** Undefined where it is nobody's, or could be several ones', which is noted. */
export function ownerOf(eip: LiveObject, ground: Owning): Owner | undefined {
  const { notes, vpcs } = ground
  const { type, externalSubnet } = specOf(eip, shapes.ovnEip)
  if (type === 'lrp') {
    const vpc = vpcs.get(eip.name.slice(0, -externalSubnet.length - 1))
    const isPort = vpc?.externalSubnet === externalSubnet
    if (
      vpc !== undefined &&
      isPort &&
      eip.name === egressEipName(vpcName(vpc.namespace), externalSubnet)
    )
      return { vpc, claim: 'external', type }
    notes.leave(eip, importRules.rests, `${eip.id} is the router port of no Vpc that is imported`)
    return undefined
  }
  if (type !== 'nat' && type !== '') {
    notes.leave(
      eip,
      importRules.otherForm,
      `${eip.id} is of type ${quote(type)}, and a claim's is nat or lrp`,
    )
    return undefined
  }
  return natOwner(eip, externalSubnet, ground)
}

function natOwner(eip: LiveObject, segment: string, ground: Owning): Owner | undefined {
  const { notes, vpcs } = ground
  const names = namesFor(eip, ground)
  const owners = names.flatMap(({ namespace, claim }): readonly Owner[] => {
    const vpc = vpcs.get(namespace)
    const isName = isLabel(claim) && claim !== 'external'
    return vpc?.externalSubnet === segment && isName ? [{ vpc, claim, type: 'nat' }] : []
  })
  const [owner, ...others] = owners
  if (owner !== undefined && others.length === 0) return owner
  if (owner === undefined) {
    const message = `${eip.id} is called like no claim of an environment that leaves through ${quote(segment)}: <namespace>-<claim>`
    notes.leave(eip, importRules.otherName, message)
    return undefined
  }
  const said = owners.map((one) => `claim ${quote(one.claim)} of ${quote(one.vpc.namespace)}`)
  notes.leave(eip, importRules.unclear, `${eip.id} could be ${said.join(' or ')}`)
  return undefined
}

interface Name {
  readonly namespace: string
  readonly claim: string
}

/** Every reading of its name; where something beside the name speaks for some, these alone, imported or not. */
function namesFor(eip: LiveObject, { live, users }: Owning): readonly Name[] {
  const names = dashPrefixes(eip.name).map((namespace) => {
    return { namespace, claim: eip.name.slice(namespace.length + 1) }
  })
  const told = names.filter(
    ({ namespace, claim }) =>
      live.get('network.kmetal.io/EipClaim', claim, namespace) !== undefined ||
      claimHint(eip) === `EipClaim ${namespace}/${claim}` ||
      users.get(eip.name)?.has(vpcName(namespace)) === true,
  )
  return told.length > 0 ? told : names
}
