import type { SubnetClaim } from '../claims/claim.ts'
import type { Path } from '../document.ts'
import { type Address, parseAddress } from '../net/address.ts'
import { type Cidr, parseCidr } from '../net/cidr.ts'
import { parseRange, type Range } from '../net/range.ts'
import { itemsAt } from './written.ts'

/** The addresses that a SubnetClaim names, as far as they can be read. */
export interface SubnetParts {
  /** One, two of a dual claim, or none. */
  readonly blocks: readonly Cidr[]
  /** Written or chosen, in the order of the blocks. */
  readonly gateways: readonly Address[]
  /** As written, each with its path. */
  readonly excludes: readonly {
    readonly path: Path
    readonly text: string
    readonly range: Range
  }[]
}

/** The parts of a SubnetClaim; its blocks and gateways are those that the reader made canonical. */
export function subnetParts(claim: SubnetClaim): SubnetParts {
  const excludes = itemsAt(claim.document, ['spec', 'excludeIps']).flatMap(({ path, value }) => {
    const range = typeof value === 'string' ? parseRange(value, '..') : undefined
    return range === undefined ? [] : [{ path, text: String(value), range }]
  })
  const gateways = textsOf(claim.seen.gateway).flatMap((text) => parseAddress(text) ?? [])
  return { blocks: blocksOf(claim), gateways, excludes }
}

/** The blocks of a SubnetClaim alone. */
export function blocksOf(claim: SubnetClaim): readonly Cidr[] {
  return textsOf(claim.seen.cidrBlock).flatMap((text) => parseCidr(text) ?? [])
}

function textsOf(pair: string | undefined): readonly string[] {
  return pair?.split(',') ?? []
}
