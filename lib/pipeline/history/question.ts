import { isLabel } from '../../domain/claims/syntax.ts'
import { formatAddress, parseAddress, whyNoAddress } from '../../domain/net/address.ts'
import { formatCidr, parseCidr, whyNoCidr } from '../../domain/net/cidr.ts'
import { type Range, rangeOf } from '../../domain/net/range.ts'

/** Whose history is asked for. */
export type Question =
  | { readonly about: 'range'; readonly text: string; readonly range: Range }
  | {
      readonly about: 'claim'
      readonly text: string
      readonly namespace: string
      readonly name: string
      /** Absent: whatever is called so. */
      readonly kind?: string
    }

/** A claim of whatever environment has one of that name: `web`, `EipClaim web`. */
export interface NamedClaim {
  readonly about: 'name'
  readonly name: string
  readonly kind?: string
}

/**
 * What `198.51.100.21`, `198.51.100.0/24`, `EipClaim photon-prod/web`, `photon-prod/web` or `web` asks; or why it asks
 * nothing, a clause.
 */
export function readQuestion(text: string): Question | NamedClaim | string {
  const address = parseAddress(text)
  if (address !== undefined)
    return { about: 'range', text: formatAddress(address), range: rangeOf(address) }
  const cidr = parseCidr(text)
  if (cidr !== undefined) return { about: 'range', text: formatCidr(cidr), range: cidr }
  return claimIn(text) ?? whyNothing(text)
}

/** Bare digits are an address that was not finished. */
function claimIn(text: string): Question | NamedClaim | undefined {
  const { kind, namespace, name = '' } = CLAIM.exec(text)?.groups ?? {}
  if (!isLabel(name) || /^\d+$/.test(text)) return undefined
  const ofKind = kind === undefined ? {} : { kind }
  if (namespace === undefined) return { about: 'name', name, ...ofKind }
  return isLabel(namespace) ? { about: 'claim', text, namespace, name, ...ofKind } : undefined
}

function whyNothing(text: string): string {
  if (/^[\d.:a-f]+\/\d+$/i.test(text)) return whyNoCidr(text)
  if (/^[\d.]+$|:/.test(text)) return whyNoAddress(text)
  return 'is no address, no CIDR and no claim like "EipClaim photon-prod/web"'
}

const CLAIM = /^(?:(?<kind>[A-Z][A-Za-z]{0,62}) )?(?:(?<namespace>[^ /]+)\/)?(?<name>[^ /]+)$/
