import { expect } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type Entry, holderName, isHeld, isLeaving } from '../../lib/domain/ledger/entry.ts'
import { partOf } from '../../lib/domain/ledger/part.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { parseAddress } from '../../lib/domain/net/address.ts'
import { rangeSet, setContains } from '../../lib/domain/net/range-set.ts'
import { segmentsOf } from '../../lib/domain/segments.ts'
import { formerPlatform } from '../../lib/pipeline/plan/platform-step.ts'
import type { CommitPlan } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { bookPath, statePath } from '../../lib/pipeline/state/state-paths.ts'
import {
  writeBook,
  writeHead,
  writePlatform,
  writePool,
} from '../../lib/pipeline/state/write-state.ts'
import { claimsIn, rendered } from './rendered.ts'

/** What is true of every state tree, whatever happened before. */
export function expectWhole(tree: StateTree): void {
  const { value: state, findings } = readState(tree, 'whole')
  expect(findings).toEqual([])
  expect(straysIn(tree)).toEqual([])
  expect(againFrom(state, tree)).toEqual(ledgerFiles(tree))
  const holders = holdersByBooks(state)
  expect(holdersByIndex(state)).toEqual(holders)
  expectCounts(state)
  expectInPools(state)
  expectRendered(tree, state)
}

/** A claim that the cluster has keeps its spec, whatever is done to its file: the API server would refuse an edit. */
export function expectUnedited(before: StateTree, after: StateTree): void {
  const specs = (tree: StateTree, names: ReadonlySet<string>) =>
    [...claimsIn(tree)].filter(([name]) => names.has(name)).map(([name, { spec }]) => [name, spec])
  const both = new Set(claimsIn(before).keys()).intersection(new Set(claimsIn(after).keys()))
  expect(Object.fromEntries(specs(after, both))).toEqual(Object.fromEntries(specs(before, both)))
}

/** A plan of a part of the tree comes to what a plan of the whole does. */
export function expectSamePlan(part: CommitPlan, whole: CommitPlan): void {
  expect(part.commit).toBe(whole.commit)
  expect(part.tree).toEqual(whole.tree)
}

function straysIn(tree: StateTree): readonly string[] {
  const ours =
    /^(state\.yaml|platform\.yaml|(allocations|rendered|observed)\/([a-z0-9.-]+\/)*[a-z0-9.-]+\.yaml|rendered\/(environments\/[a-z0-9-]+|platform)\/\.gitkeep)$/
  return [...tree.keys()].filter((path) => !ours.test(path))
}

/** Files of the ledger: what reading and writing must give back. */
function ledgerFiles(tree: StateTree): ReadonlyMap<string, string> {
  const kept = [...tree].filter(([path]) => !/^(rendered|observed)\//.test(path))
  return new Map(kept.toSorted(byPath))
}

function againFrom(state: State, tree: StateTree): ReadonlyMap<string, string> {
  const files = [writeHead(state), ...(tree.has('platform.yaml') ? [writePlatform(state)] : [])]
  for (const [namespace, book] of state.books)
    files.push([bookPath(namespace), writeBook(namespace, book, state.arenas.get(namespace))])
  for (const [pool, index] of state.pools) {
    for (const [path, text] of writePool(pool, index)) files.push([path, text()])
  }
  expect(files[0]?.[0]).toBe(statePath)
  return new Map(files.toSorted(byPath))
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}

/** `pool address` → holder, with a mark for those on their way out. Throws where an address has two. */
function holdersByBooks(state: State): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const [namespace, book] of state.books) {
    for (const entry of book.values()) {
      expect(entry.phase === 'held' || entry.heldBack === undefined).toBe(true)
      if (entry.address === undefined) continue
      expect(isHeld(entry) || isLeaving(entry)).toBe(true)
      const key = `${entry.pool} ${entry.address}`
      if (holders.has(key)) throw new Error(`${key} has two holders`)
      holders.set(key, said(holderName(namespace, entry), isLeaving(entry)))
    }
  }
  return sorted(holders)
}

function holdersByIndex(state: State): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const [pool, { parts }] of state.pools) {
    for (const [part, held] of parts) {
      for (const [address, { holder, leaving }] of held) {
        const parsed = parseAddress(address)
        expect(parsed && partOf(parsed)).toBe(part)
        holders.set(`${pool} ${address}`, said(holder, leaving))
      }
    }
  }
  return sorted(holders)
}

function said(holder: string, leaving: boolean): string {
  return leaving ? `${holder}, leaving` : holder
}

function sorted(map: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...map].toSorted(byPath))
}

function expectCounts(state: State): void {
  for (const [, { counts, parts }] of state.pools) {
    const counted = [...parts].map(([part, holders]) => {
      const leaving = [...holders.values()].filter((one) => one.leaving).length
      return [part, { used: holders.size - leaving, leaving }] as const
    })
    expect(counts).toEqual(new Map(counted))
  }
}

/** No address lies outside of its pool, or among what is held back from it. */
function expectInPools(state: State): void {
  const platform = formerPlatform(state)
  if (platform === undefined) return
  const pools = [...segmentsOf(platform).subnets.values(), ...platform.pools]
  const usable = new Map(pools.map((pool) => [pool.name, pool.usable]))
  for (const book of state.books.values()) {
    for (const { pool = '', address = '' } of book.values()) {
      const parsed = parseAddress(address)
      if (parsed === undefined) continue
      expect([pool, address, setContains(usable.get(pool) ?? rangeSet([]), parsed)]).toEqual([
        pool,
        address,
        true,
      ])
    }
  }
}

/** Every rendered file parses, and each rendered address is that of a claim which may show it. */
function expectRendered(tree: StateTree, state: State): void {
  for (const [path, text] of tree) {
    if (!path.endsWith('.yaml')) continue
    for (const { errors } of parseAllDocuments(text)) expect([path, errors]).toEqual([path, []])
  }
  const ofEips = new Map<string, string>()
  for (const [id, { kind, metadata, spec }] of rendered(tree)) {
    if (kind !== 'OvnEip') continue
    const key = `${String(spec['externalSubnet'])} ${String(spec['v4Ip'])}`
    expect([id, ofEips.get(key)]).toEqual([id, undefined])
    ofEips.set(key, id)
    const holder = holderOfAddress(state, key)
    expect([id, metadata.name, holder?.phase]).toEqual([id, metadata.name, expect.any(String)])
    expect([id, holder?.phase === 'held' || holder?.phase === 'releasing']).toEqual([id, true])
    expect([id, holder?.dropped?.some(({ object }) => object === id) ?? false]).toEqual([id, false])
  }
}

function holderOfAddress(state: State, key: string): Entry | undefined {
  for (const book of state.books.values()) {
    for (const entry of book.values()) if (`${entry.pool} ${entry.address}` === key) return entry
  }
  return undefined
}

/** An object that stays is where it was: Flux makes anew what moves from one unit to another. */
export function expectUnmoved(before: StateTree, after: StateTree): void {
  const former = unitsOf(before)
  for (const [id, unit] of unitsOf(after)) expect([id, former.get(id) ?? unit]).toEqual([id, unit])
}

/** The folder of each object of the management cluster, which is where an applier has its unit. Throws where one is in two. */
function unitsOf(tree: StateTree): ReadonlyMap<string, string> {
  const folders = new Set<string>()
  for (const path of tree.keys()) {
    const folder = /^rendered\/(?:environments\/[^/]+|(?!tenants\/)[^/]+)\//.exec(path)?.[0]
    if (folder !== undefined) folders.add(folder)
  }
  const places = new Map<string, string>()
  for (const folder of folders) {
    for (const id of rendered(tree, folder).keys()) {
      if (places.has(id)) throw new Error(`${id} is in ${places.get(id)} and in ${folder}`)
      places.set(id, folder)
    }
  }
  return places
}
