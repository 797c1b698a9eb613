import { resolveExternalSubnet } from '../domain/external-subnet.ts'
import type { Book, Entry } from '../domain/ledger/entry.ts'
import type { PoolBook } from '../domain/ledger/pool-book.ts'
import type { State } from '../domain/ledger/state.ts'
import { parseAddress } from '../domain/net/address.ts'
import { rangeOf } from '../domain/net/range.ts'
import { emptySet, type RangeSet, sameSet } from '../domain/net/range-set.ts'
import type { Platform } from '../domain/platform.ts'
import { same } from '../domain/same.ts'
import { segmentsOf } from '../domain/segments.ts'
import type { Plan } from './plan/plan.ts'
import { formerPlatform } from './plan/platform-step.ts'
import type { Touched } from './touched.ts'

/** What a check shows of. */
export interface Scope {
  readonly environments: ReadonlySet<string>
  readonly pools: readonly PoolBook[]
  /** The pools that give other addresses than before, or to others: whoever holds one of theirs is shown. */
  readonly altered: ReadonlySet<string>
}

/** The environments and pools that a change touches, by a file or by what becomes of them. */
export function scopeOf(touched: Touched, before: State, after: Plan): Scope {
  const environments = new Set(
    [...touched.environments].filter((name) => after.state.books.has(name)),
  )
  for (const [namespace, book] of after.state.books) {
    if (!environments.has(namespace) && !isSame(book, before.books.get(namespace))) {
      environments.add(namespace)
    }
  }
  const names = new Set(touched.platform ? after.pools.keys() : [])
  for (const namespace of environments) {
    for (const book of [before.books.get(namespace), after.state.books.get(namespace)]) {
      for (const entry of book?.values() ?? []) {
        for (const pool of poolsOf(entry, after)) names.add(pool)
      }
    }
  }
  const pools = [...names].toSorted().flatMap((name) => after.pools.get(name) ?? [])
  const altered = touched.platform ? alteredPools(before, after) : new Set<string>()
  return { environments, pools, altered }
}

function alteredPools(state: State, { platform }: Plan): ReadonlySet<string> {
  const former = formerPlatform(state)
  if (former === undefined) return new Set()
  const [was, is] = [usableOf(former), usableOf(platform)]
  const altered = [...was].filter(([name, usable]) => !sameSet(usable, is.get(name) ?? emptySet))
  const defaults = [former.defaultProviderSubnet, platform.defaultProviderSubnet]
  const moved = defaults[0] === defaults[1] ? [] : defaults.filter((name) => name !== undefined)
  return new Set([...altered.map(([name]) => name), ...moved])
}

function usableOf(platform: Platform): ReadonlyMap<string, RangeSet> {
  const pools = [...segmentsOf(platform).subnets.values(), ...platform.pools]
  return new Map(pools.map(({ name, usable }) => [name, usable]))
}

/** The pools that a claim draws from, or would: how full they are is what a refused one wants to know, too. */
function poolsOf(entry: Entry, { platform, pools }: Plan): readonly string[] {
  if (entry.pool !== undefined) return [entry.pool]
  if (entry.kind === 'VpcClaim') {
    const segment = entry.externalSubnet ?? resolveExternalSubnet(entry.spec, platform)?.name
    return segment === undefined ? [] : [segment]
  }
  const wish = addressWanted(entry)
  const address = parseAddress(wish)
  if (address === undefined) return []
  const segment = segmentsOf(platform).at(rangeOf(address))?.name
  const balancers = platform.pools.map(({ name }) => name)
  return [segment ?? [], ...balancers.filter((name) => pools.get(name)?.isUsable(wish))].flat()
}

function addressWanted({ kind, spec }: Entry): string {
  if (kind === 'EipClaim') return spec.v4Ip ?? ''
  return kind === 'Cluster' ? (spec.serviceAddress ?? '') : ''
}

/** Do the same claims stand in both books, as far along and with the same addresses and blocks? */
function isSame(book: Book, before: Book = new Map()): boolean {
  if (book.size !== before.size) return false
  return book.entries().every(([key, { phase, address, blocks }]) => {
    const former = before.get(key)
    if (former?.phase !== phase || former.address !== address) return false
    return former.blocks === blocks || same(former.blocks, blocks)
  })
}
