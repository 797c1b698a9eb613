import { emit, type Json } from '../../domain/emit.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Book } from '../../domain/ledger/entry.ts'
import { renderDnsRecords } from '../../domain/manifests/dns-records.ts'
import { fluxEnvironment } from '../../domain/manifests/flux-unit.ts'
import { renderManifests } from '../../domain/manifests/manifest.ts'
import { renderPublishedValues } from '../../domain/manifests/published-values.ts'
import type { Settings } from '../../domain/settings.ts'
import { arenaPart } from '../../domain/vip/arena-part.ts'
import type { Plan } from '../plan/plan.ts'
import { renderEnvironment } from '../plan/render-environment.ts'
import type { StateTree } from '../report.ts'
import { writeCrds, writeForAppliers, writeRenderedPlatform } from './platform-files.ts'
import {
  bookPath,
  coolingPath,
  countsPath,
  factsPath,
  fluxPath,
  keepPath,
  partPath,
  recordsPath,
  renderedFolder,
  valuesPath,
} from './state-paths.ts'
import { writeTenants } from './tenant-files.ts'
import { writeBook, writeHead, writePlatform, writePool } from './write-state.ts'

/** What a plan is written with. */
export interface Writing {
  /** The state tree before, or the part of it that was read. */
  readonly before: StateTree
  readonly settings: Settings
  readonly facts?: Facts
}

/** A file of the state tree whose text is made when somebody asks for it, once. */
export type LazyText = () => string

/** The state tree after a plan, before its texts are made: most of a check needs only to know what there is. */
export type LazyTree = ReadonlyMap<string, string | LazyText>

/** The state tree after a plan: what it does not touch stays as it was. */
export function stateTree(plan: Plan, writing: Writing): StateTree {
  return writeOut(lazyStateTree(plan, writing))
}

/** All texts of a tree. */
export function writeOut(tree: LazyTree): StateTree {
  const texts = new Map<string, string>()
  for (const [path, text] of tree) texts.set(path, textOf(text))
  return texts
}

export function textOf(text: string | LazyText): string {
  return typeof text === 'string' ? text : text()
}

/** The same as `stateTree`, with texts that are made when they are asked for. */
export function lazyStateTree(plan: Plan, { before, settings, facts }: Writing): LazyTree {
  if (plan.moves !== true) return before
  const tree = new Map<string, string | LazyText>(before)
  tree.set(...writeHead(plan.state))
  tree.set(...writePlatform(plan.state))
  if (facts?.uid !== undefined && facts.uid === plan.state.cluster)
    tree.set(factsPath, emit(facts as unknown as Json))
  writePools(plan, tree)
  writeEnvironments(plan, settings, tree)
  writeTenants(plan, settings, tree)
  if (plan.whole) {
    writeForAppliers(settings, tree)
  }
  if (plan.whole || plan.definesKinds) writeCrds(plan, settings, tree)
  if (plan.sound && plan.whole) writeRenderedPlatform(plan, settings, tree)
  return tree
}

/** A tree that is being written. */
export type Growing = Map<string, string | LazyText>

function writePools(plan: Plan, tree: Growing): void {
  for (const [name, index] of plan.state.pools) {
    const pool = plan.pools.get(name)
    if (pool === undefined) continue
    for (const part of pool.readParts) if (!index.parts.has(part)) tree.delete(partPath(name, part))
    if (index.counts.size === 0) tree.delete(countsPath(name))
    if (index.cooling.size === 0) tree.delete(coolingPath(name))
    for (const [path, text] of writePool(name, index)) tree.set(path, text)
  }
}

function writeEnvironments(plan: Plan, settings: Settings, tree: Growing): void {
  const { platform, view } = plan
  const byFlux = settings.appliedBy === 'flux'
  const [open, imported] = [new Set(plan.state.open), new Set(plan.state.imported)]
  const files = Map.groupBy(tree.keys(), folderOf)
  for (const [namespace, book] of plan.state.books) {
    const folder = renderedFolder(namespace)
    for (const path of files.get(folder) ?? []) if (path !== keepPath(namespace)) tree.delete(path)
    if (book.size === 0 || !byFlux) tree.delete(fluxPath(namespace))
    if (book.size === 0) {
      tree.delete(bookPath(namespace))
      continue
    }
    // As long as the ledger remembers anything: an empty folder is applied as one, and nothing is left to a finalizer.
    if (byFlux) tree.set(fluxPath(namespace), () => renderManifests([fluxEnvironment(namespace)]))
    tree.set(bookPath(namespace), () =>
      writeBook(namespace, book, plan.state.arenas.get(namespace)),
    )
    tree.set(keepPath(namespace), '')
    const arena = plan.state.arenas.get(namespace)
    const isArenaImported = imported.has(arenaPart(namespace))
    const context = { namespace, book, platform, settings, view, open, arena, isArenaImported }
    for (const [path, manifests] of renderEnvironment(context)) {
      tree.set(path, () => renderManifests(manifests()))
    }
    writePublished(tree, { namespace, book }, settings.publish)
  }
}

function writePublished(
  tree: Growing,
  { namespace, book }: { readonly namespace: string; readonly book: Book },
  { configMap, dnsZone }: Settings['publish'],
): void {
  const values = configMap && renderPublishedValues(namespace, book, configMap)
  if (values) tree.set(valuesPath(namespace), () => renderManifests([values]))
  const records = dnsZone === undefined ? [] : renderDnsRecords(namespace, book, dnsZone)
  if (records.length > 0) tree.set(recordsPath(namespace), () => renderManifests(records))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
