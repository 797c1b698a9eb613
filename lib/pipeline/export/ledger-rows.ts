import { compareText } from '../../domain/compare-text.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import type { State } from '../../domain/ledger/state.ts'
import { arenaName } from '../../domain/names.ts'
import { formatCidr } from '../../domain/net/cidr.ts'
import type { Platform } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'

/** One address or block of the ledger, or a claim that has none. */
export interface LedgerRow {
  readonly environment: string
  readonly kind: string
  readonly claim: string
  /** Of the claim; `resting`: the claim is gone, and its address is not yet to be had by another. */
  readonly phase: Entry['phase'] | 'resting'
  readonly is: 'address' | 'subnet' | 'vip-block' | 'nothing'
  /** An address, or a CIDR; canonical. */
  readonly value?: string
  /** Of an address on a provider segment: the length of that segment's prefix. */
  readonly prefix?: number
  readonly pool?: string
  readonly origin?: string
}

/** Everything in the ledger, by environment, claim and value: the same state gives the same rows in the same order. */
export function* ledgerRows(state: State, platform: Platform): Generator<LedgerRow> {
  const { subnets } = segmentsOf(platform)
  const prefixOf = (pool: string) => {
    const prefix = subnets.get(pool)?.cidr.prefix
    return prefix === undefined ? {} : { prefix }
  }
  const resting = restingIn(state)
  const names = new Set([...state.books.keys(), ...resting.keys()])
  for (const environment of [...names].toSorted(compareText)) {
    const entries = [...(state.books.get(environment) ?? [])].toSorted(([a], [b]) =>
      compareText(a, b),
    )
    for (const [, entry] of entries) {
      const { kind, name: claim, phase, origin } = entry
      const base = { environment, kind, claim, phase, ...(origin === undefined ? {} : { origin }) }
      const values = valuesOf(environment, entry)
      if (values.length === 0) yield { ...base, is: 'nothing' }
      for (const one of values) yield { ...base, ...one, ...prefixOf(one.pool ?? '') }
    }
    for (const one of resting.get(environment) ?? [])
      yield { ...one, environment, ...prefixOf(one.pool) }
  }
}

type Value = Pick<LedgerRow, 'is' | 'value' | 'pool'>

function valuesOf(environment: string, entry: Entry): readonly Value[] {
  const { pool, address, blocks = [], phase } = entry
  // What was refused has nothing of what it asks for.
  const isNobody = phase === 'rejected' || phase === 'waiting'
  if (entry.kind === 'SubnetClaim' && !isNobody) {
    return cidrsOf(entry.spec.cidrBlock).map((cidr) => ({ is: 'subnet', value: formatCidr(cidr) }))
  }
  const vips = blocks.map(({ cidr }): Value => {
    return { is: 'vip-block', value: cidr, pool: arenaName(environment) }
  })
  if (address === undefined) return vips
  return [{ is: 'address', value: address, ...(pool === undefined ? {} : { pool }) }, ...vips]
}

type Resting = Omit<LedgerRow, 'environment'> & { readonly pool: string }

/** By the environment of whoever had it. */
function restingIn({ pools }: State): ReadonlyMap<string, readonly Resting[]> {
  const found = new Map<string, Resting[]>()
  for (const [pool, { cooling }] of [...pools].toSorted(([a], [b]) => compareText(a, b))) {
    for (const [value, { holder }] of [...cooling].toSorted(([a], [b]) => compareText(a, b))) {
      const { kind, namespace: environment, name: claim } = holderParts(holder)
      const own = found.get(environment) ?? []
      found.set(environment, own)
      own.push({ kind, claim, phase: 'resting', is: 'address', value, pool })
    }
  }
  return found
}
