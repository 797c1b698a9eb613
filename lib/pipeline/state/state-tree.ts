import { crdNames, crdText } from '../../domain/crds/crds.ts'
import { emit, type Json } from '../../domain/emit.ts'
import type { Facts } from '../../domain/facts.ts'
import { fluxEnvironment, fluxPlatform } from '../../domain/manifests/flux-unit.ts'
import { renderManifests } from '../../domain/manifests/manifest.ts'
import { platformManifests } from '../../domain/manifests/platform-manifests.ts'
import type { Settings } from '../../domain/settings.ts'
import { crdsPart } from '../plan/imported.ts'
import type { Plan } from '../plan/plan.ts'
import { renderEnvironment } from '../plan/render-environment.ts'
import type { StateTree } from '../report.ts'
import {
  bookPath,
  countsPath,
  crdPath,
  factsPath,
  fluxPath,
  fluxPlatformPath,
  keepPath,
  partPath,
  platformFile,
  platformKeepPath,
  renderedFolder,
} from './state-paths.ts'
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
  if (plan.whole) {
    writeForAppliers(settings, tree)
  }
  if (plan.whole || plan.definesKinds) writeCrds(plan, settings, tree)
  if (plan.sound && plan.whole) writeRenderedPlatform(plan, settings, tree)
  return tree
}

type Growing = Map<string, string | LazyText>

function writePools(plan: Plan, tree: Growing): void {
  for (const [name, index] of plan.state.pools) {
    const pool = plan.pools.get(name)
    if (pool === undefined) continue
    for (const part of pool.readParts) if (!index.parts.has(part)) tree.delete(partPath(name, part))
    if (index.counts.size === 0) tree.delete(countsPath(name))
    for (const [path, text] of writePool(name, index)) tree.set(path, text)
  }
}

function writeEnvironments(plan: Plan, settings: Settings, tree: Growing): void {
  const { platform, view } = plan
  const byFlux = settings.appliedBy === 'flux'
  const open = new Set(plan.state.open)
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
    const context = { namespace, book, platform, settings, view, open }
    for (const [path, manifests] of renderEnvironment(context)) {
      tree.set(path, () => renderManifests(manifests()))
    }
  }
}

/** No `.gitkeep` beside Flux's units: where they are not asked for any more it finds no folder, and prunes nothing. */
function writeForAppliers({ appliedBy }: Settings, tree: Growing): void {
  if (appliedBy === 'flux') tree.set(fluxPlatformPath, () => renderManifests([fluxPlatform()]))
  else tree.delete(fluxPlatformPath)
  if (appliedBy === 'netclaim') tree.delete(platformKeepPath)
  else tree.set(platformKeepPath, '')
}

/** They depend on no claim and on no platform; a first environment needs them even without a KMetal object. */
function writeCrds({ state }: Plan, { crds: mode }: Settings, tree: Growing): void {
  const isNone = mode === 'existing' || state.imported.includes(crdsPart)
  const files = new Map(isNone ? [] : crdNames.map((name) => [crdPath(name), () => crdText(name)]))
  for (const path of tree.keys())
    if (path.startsWith(crdPath('')) && !files.has(path)) tree.delete(path)
  for (const [path, text] of files) tree.set(path, text)
}

function writeRenderedPlatform(plan: Plan, settings: Settings, tree: Growing): void {
  const open = new Set(plan.state.open)
  const { kmetal } = plan
  const { imported, vlans } = plan.state
  const options = { settings, kmetal, open: (name: string) => open.has(name), imported, vlans }
  // Without a KMetal object the platform stays as it was, and so does the object that shows it.
  const kept = kmetal === undefined ? [platformFile('kmetal-')] : []
  const stays = [platformKeepPath, crdPath(''), ...kept]
  for (const path of tree.keys()) {
    if (!path.startsWith(platformFile(''))) continue
    if (!stays.some((start) => path.startsWith(start))) tree.delete(path)
  }
  for (const [path, manifests] of platformManifests(plan.platform, options)) {
    tree.set(path, renderManifests(manifests))
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
