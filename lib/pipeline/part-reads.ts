import type { Claim } from '../domain/claims/claim.ts'
import { resolveExternalSubnet } from '../domain/external-subnet.ts'
import { environmentOf } from '../domain/ledger/holder-name.ts'
import { partOf } from '../domain/ledger/part.ts'
import { reservedIn } from '../domain/ledger/reserved.ts'
import type { State } from '../domain/ledger/state.ts'
import { type Address, parseAddress } from '../domain/net/address.ts'
import { emptySet, setContains, subtract } from '../domain/net/range-set.ts'
import type { Platform } from '../domain/platform.ts'
import { segmentsOf } from '../domain/segments.ts'
import type { Inputs } from './inputs.ts'
import { endsOf, roomyParts } from './roomy-parts.ts'
import { partPath } from './state/state-paths.ts'

/**
 * Which parts of the pools' indexes a plan needs beside what was read: those of every address that is held or pinned in
 * the planned environments, and the lowest ones with enough room for every claim that could draw one.
 */
export function partReads(
  inputs: readonly Inputs[],
  state: State,
  platform: Platform,
): readonly string[] {
  const addresses = [...inputs.flatMap(pinsOf), ...heldIn(state)]
  const draws = Math.max(0, ...inputs.map(drawsOf))
  const drawn = new Set([
    ...inputs.flatMap((one) => segmentsNamed(one, platform)),
    ...poolsIn(state),
  ])
  const kept = reservedIn(platform, inputs[0]?.reservations ?? [])
  const pools = [...segmentsOf(platform).subnets.values(), ...platform.pools]
  return pools.flatMap(({ name, usable }) => {
    const index = state.pools.get(name)
    if (index === undefined) return []
    const parts = new Set<string>()
    for (const { part } of addresses) if (index.counts.has(part)) parts.add(part)
    const reserved = kept.get(name)?.ranges ?? emptySet
    const isAsked = drawn.has(name) || addresses.some(({ address }) => setContains(usable, address))
    // How much of a part is kept and not held, only the part itself tells; of one that is kept as a whole, its count.
    if (isAsked) for (const part of endsOf(reserved)) if (index.counts.has(part)) parts.add(part)
    const open = subtract(usable, reserved)
    if (drawn.has(name)) for (const part of roomyParts(open, index, draws)) parts.add(part)
    return [...parts].toSorted().map((part) => partPath(name, part))
  })
}

/** Folders of those who hold what a planned environment pins: a conflict shows both places. */
export function holderReads(
  inputs: Inputs,
  state: State,
  planned: ReadonlySet<string>,
): readonly string[] {
  const pins = new Set(
    [...inputs.environments.values()].flatMap(({ claims }) => claims.flatMap(pinOf)),
  )
  const folders = new Set<string>()
  for (const { parts } of state.pools.values()) {
    for (const part of parts.values()) {
      for (const pin of pins) {
        const namespace = environmentOf(part.get(pin)?.holder ?? '')
        if (namespace !== undefined && !planned.has(namespace))
          folders.add(`environments/${namespace}/`)
      }
    }
  }
  return [...folders].toSorted()
}

function pinOf(claim: Claim): readonly string[] {
  const pin = claim.kind === 'EipClaim' ? claim.seen.v4Ip : undefined
  const address = claim.kind === 'Cluster' ? claim.seen.serviceAddress : pin
  return address === undefined ? [] : [address]
}

interface Located {
  readonly address: Address
  readonly part: string
}

function locate(text: string | undefined): readonly Located[] {
  const address = text === undefined ? undefined : parseAddress(text)
  return address === undefined ? [] : [{ address, part: partOf(address) }]
}

function pinsOf(inputs: Inputs): readonly Located[] {
  return [...inputs.environments.values()].flatMap(({ claims }) =>
    claims.flatMap(pinOf).flatMap(locate),
  )
}

function heldIn(state: State): readonly Located[] {
  return [...state.books.values()].flatMap((book) =>
    [...book.values()].flatMap((entry) => locate(entry.address)),
  )
}

/** The segments that VpcClaims lead to. */
function segmentsNamed(inputs: Inputs, platform: Platform): readonly string[] {
  return [...inputs.environments.values()].flatMap(({ claims }) =>
    claims.flatMap((claim) => {
      if (claim.kind !== 'VpcClaim' || claim.spec === undefined) return []
      return resolveExternalSubnet(claim.spec, platform)?.name ?? []
    }),
  )
}

function poolsIn(state: State): readonly string[] {
  return [...state.books.values()].flatMap((book) =>
    [...book.values()].flatMap(({ pool, externalSubnet }) =>
      [pool, externalSubnet].filter((one) => one !== undefined),
    ),
  )
}

/** At most every claim without a pin draws an address, and every VPC one that nobody wrote. */
function drawsOf(inputs: Inputs): number {
  let draws = 0
  for (const { claims } of inputs.environments.values()) {
    for (const claim of claims) {
      if (claim.kind === 'VpcClaim') draws += 1
      if (claim.kind === 'EipClaim' && claim.seen.v4Ip === undefined) draws += 1
    }
  }
  return draws
}
