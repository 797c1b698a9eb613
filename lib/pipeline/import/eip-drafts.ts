import { quote } from '../../domain/claims/quote.ts'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { setContains } from '../../domain/net/range-set.ts'
import type { Platform } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import { natUsers } from './nat-users.ts'
import { type Owning, ownerOf } from './owner-of.ts'
import { hasStatus, shapes, specOf, statusOf } from './shapes.ts'
import { eipSpecOf } from './written-claims.ts'

interface Ground extends Owning {
  readonly platform: Platform
  readonly taken: Map<string, LiveObject>
}

/** An EipClaim for every OvnEip on the segment of an imported Vpc that is called and made as one would be. */
export function draftEips(
  live: Live,
  { platform, vpcs, notes }: Pick<Ground, 'platform' | 'vpcs' | 'notes'>,
): readonly ClaimDraft[] {
  const ground = { live, platform, vpcs, notes, users: natUsers(live), taken: new Map() }
  const eips = live.of('kubeovn.io/OvnEip').filter((one) => !notes.isLeft(one))
  return eips.flatMap((eip) => draftOf(eip, ground))
}

function draftOf(eip: LiveObject, ground: Ground): readonly ClaimDraft[] {
  const { live, notes } = ground
  const owner = ownerOf(eip, ground)
  const address = owner && addressOf(eip, owner.vpc, ground)
  if (owner === undefined || address === undefined) return []
  const { vpc, claim: name, type } = owner
  const { namespace, externalSubnet: pool } = vpc
  const own = live.get('network.kmetal.io/EipClaim', name, namespace)
  const isWritten = own !== undefined && !notes.isLeft(own)
  const spec = isWritten ? eipSpecOf(own) : { type, v4Ip: address }
  if (isWritten && (spec?.type !== type || (spec.v4Ip ?? address) !== address)) {
    notes.leave(own, importRules.otherForm, `${own.id} asks for something else than ${eip.id} is`)
    notes.leave(eip, importRules.otherForm, `${eip.id} is other than ${own.id} asks for`)
    return []
  }
  const objects = isWritten ? [eip.id, own.id] : [eip.id]
  const wish = { ...spec } as unknown as ClaimDraft['spec']
  return [{ kind: 'EipClaim', namespace, name, spec: wish, address, pool, objects }]
}

/** The address that it has, where a claim of its environment could hold it; undefined where not, which is noted. */
function addressOf(
  eip: LiveObject,
  vpc: ClaimDraft,
  { platform, notes, taken }: Ground,
): string | undefined {
  const { v4Ip } = specOf(eip, shapes.ovnEip)
  const address = parseAddress(v4Ip)
  const text = address && formatAddress(address)
  const subnet = segmentsOf(platform).subnets.get(vpc.externalSubnet ?? '')
  if (address === undefined || text === undefined || subnet === undefined) {
    const shown = statusOf(eip).v4Ip
    const message =
      shown === ''
        ? `${eip.id} has no address`
        : `${eip.id} has ${quote(shown)}, and its spec no v4Ip: only an address that it asks for can be taken over`
    notes.leave(eip, importRules.refused, message)
    return undefined
  }
  if (hasStatus(eip) && statusOf(eip).v4Ip !== v4Ip) {
    const message = `${eip.id} asks for ${text} and has ${quote(statusOf(eip).v4Ip)}`
    notes.leave(eip, importRules.otherForm, message)
    return undefined
  }
  if (!setContains(subnet.usable, address)) {
    const message = `${eip.id} has ${text}, which provider subnet ${quote(subnet.name)} does not give out`
    notes.leave(eip, importRules.otherForm, message)
    return undefined
  }
  const first = taken.get(text)
  if (first !== undefined) {
    notes.leave(eip, importRules.taken, `${eip.id} has ${text}, as ${first.id} has`)
    return undefined
  }
  taken.set(text, eip)
  return text
}
