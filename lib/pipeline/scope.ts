import { dashPrefixes } from '../domain/dash-prefixes.ts'
import {
  bookPath,
  coolingPath,
  countsPath,
  fluxPath,
  platformPath,
  renderedFolder,
  statePath,
  tenantFolder,
} from './state/state-paths.ts'

/** What a change can touch: everything, or some environments and those that must be known beside them. */
export type Scope =
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'part'
      /** Environments that are planned. */
      readonly planned: ReadonlySet<string>
      /** Environments whose ledger alone is read, since their names could collide with those of planned ones. */
      readonly context: ReadonlySet<string>
    }

/** What there is, by name. */
export interface Listing {
  /** Folders of the trees and ledgers of the state. */
  readonly environments: ReadonlySet<string>
  /** Paths below `platform/`. */
  readonly platform: readonly string[]
  /** Folders below `allocations/pools/`. */
  readonly pools: readonly string[]
}

/** Paths to read; those that end with `/` stand for all below them. */
export interface Reads {
  readonly claims: readonly string[]
  readonly state: readonly string[]
}

/**
 * What must be planned for a set of changed paths of `main`.
 *
 * Cluster-scoped names are `<namespace>-<claim>`, so only environments whose names are a dash-prefix of each other can
 * collide. A change of the platform, of settings or of acknowledgements can touch anything.
 */
export function scopeOf(changed: Iterable<string>, listing: Listing): Scope {
  const touched = new Set<string>()
  for (const path of changed) {
    const [top, second, third] = path.split('/')
    // What stands in place of a folder of claims (a link, a file) touches all that was in it.
    if (top === 'environments' && second !== undefined) touched.add(second)
    else if (top === 'platform' && second === 'tenants' && third !== undefined) {
      touched.add(third.replace(/\.ya?ml$/, ''))
    } else if (isRead(path)) return { kind: 'whole' }
  }
  const { environments } = listing
  const planned = withRelatives(touched, environments)
  const context = withRelatives(planned, environments).difference(planned)
  return { kind: 'part', planned, context }
}

const TOPS = ['platform', 'acknowledgements', 'environments']

/** What has to be read for a scope, but for the parts of pools, which `partReads` knows from this. */
export function readsOf(scope: Scope, listing: Listing): Reads {
  if (scope.kind === 'whole') {
    return {
      claims: ['netclaim.yaml', ...TOPS.flatMap(folder)],
      state: [statePath, platformPath, 'allocations/', 'rendered/', 'observed/'],
    }
  }
  const planned = [...scope.planned].toSorted()
  const books = [...planned, ...scope.context].toSorted().map(bookPath)
  return {
    claims: [
      'netclaim.yaml',
      'platform',
      ...folder('acknowledgements'),
      ...listing.platform.filter((path) => isForSome(path, scope.planned, listing.environments)),
      ...planned.flatMap((name) => folder(`environments/${name}`)),
    ],
    state: [
      statePath,
      platformPath,
      ...books,
      ...planned.map(renderedFolder),
      ...planned.map((namespace) => tenantFolder(namespace)),
      ...planned.map(fluxPath),
      ...listing.pools.map(countsPath),
      ...listing.pools.map(coolingPath),
    ],
  }
}

/** All below a folder, and what stands in its place, so that a link is not taken for an empty one. */
function folder(path: string): readonly string[] {
  return [path, `${path}/`]
}

/** A grant in a file that is named after another environment is that one's alone (`placement/tenant-file`). */
function isForSome(
  path: string,
  planned: ReadonlySet<string>,
  environments: ReadonlySet<string>,
): boolean {
  const name = /^platform\/tenants\/([^/]+)\.ya?ml$/.exec(path)?.[1]
  return name === undefined || planned.has(name) || !environments.has(name)
}

function isRead(path: string): boolean {
  return /^(?:netclaim\.yaml$|environments$|(?:platform|acknowledgements)(?:\/|$))/.test(path)
}

/** The names themselves, those they begin with up to a dash, and those that go on with a dash. */
function withRelatives(some: ReadonlySet<string>, all: ReadonlySet<string>): ReadonlySet<string> {
  const related = new Set(some)
  const starts = new Set<string>()
  for (const name of some) {
    starts.add(name)
    for (const prefix of dashPrefixes(name)) if (all.has(prefix)) related.add(prefix)
  }
  for (const name of all)
    if (dashPrefixes(name).some((prefix) => starts.has(prefix))) related.add(name)
  return related
}
