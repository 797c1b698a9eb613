import type { Tree } from '../lib/domain/document.ts'
import type { Facts } from '../lib/domain/facts.ts'
import type { CheckRequest } from '../lib/pipeline/check-request.ts'
import type { Inputs } from '../lib/pipeline/inputs.ts'
import { holderReads, partReads } from '../lib/pipeline/part-reads.ts'
import { formerPlatform, noPlatform } from '../lib/pipeline/plan/platform-step.ts'
import { readTree } from '../lib/pipeline/read/read-tree.ts'
import type { StateTree } from '../lib/pipeline/report.ts'
import { type Listing, readsOf, scopeOf } from '../lib/pipeline/scope.ts'
import { readState } from '../lib/pipeline/state/read-state.ts'
import type { Snapshot } from '../lib/ports/snapshot.ts'
import { MAX_STRAYS, strays } from './stray-paths.ts'

/** The three trees of a check, and the paths of `main` in which head and base differ. */
export interface CheckSources {
  readonly head: Snapshot
  readonly base: Snapshot
  readonly state: Snapshot
  readonly changed: readonly string[]
  readonly facts?: Facts
  readonly engine: string
}

/** Reads what the change can touch, and nothing else: the cost is that of the change, not of the repository. */
export async function loadCheck(sources: CheckSources): Promise<CheckRequest> {
  const { head, base, state, facts, engine } = sources
  const listing = await listingOf(sources)
  const scope = scopeOf(sources.changed, listing)
  const reads = readsOf(scope, listing)
  const claims = [...reads.claims, ...sources.changed.filter(strays.isFile).slice(0, MAX_STRAYS)]
  const [headTree, baseTree, first] = await Promise.all([
    head.read(claims),
    base.read(claims),
    state.read(reads.state),
  ])
  const known = textsOf(first)
  const rest = { ...(facts === undefined ? {} : { facts }), engine }
  if (scope.kind === 'whole') return { head: headTree, base: baseTree, state: known, ...rest }
  const trees = [headTree, baseTree].map((tree) => readTree(tree).value)
  const parts = textsOf(await state.read(partsOf(trees, known)))
  const whole = new Map([...known, ...parts])
  const { planned } = scope
  const holders =
    trees[0] === undefined ? [] : holderReads(trees[0], readState(whole).value, planned)
  return {
    head: new Map([...headTree, ...(await head.read(holders))]),
    base: new Map([...baseTree, ...(await base.read(holders))]),
    state: whole,
    planned,
    ...rest,
  }
}

const folders = new Set(['tenants', 'policies'])

async function listingOf({ head, base, state }: CheckSources): Promise<Listing> {
  const [inHead, inBase, ledgers, inPlatform, tenants, policies, pools] = await Promise.all([
    head.names('environments/'),
    base.names('environments/'),
    state.names('allocations/'),
    head.names('platform/'),
    head.names('platform/tenants/'),
    head.names('platform/policies/'),
    state.names('allocations/pools/'),
  ])
  const books = ledgers.flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -5)] : []))
  return {
    environments: new Set([...inHead, ...inBase, ...books]),
    platform: [
      ...inPlatform.filter((name) => !folders.has(name)).map((name) => `platform/${name}`),
      ...tenants.map((name) => `platform/tenants/${name}`),
      ...policies.map((name) => `platform/policies/${name}`),
    ].toSorted(),
    pools,
  }
}

function partsOf(trees: readonly Inputs[], files: StateTree): readonly string[] {
  const { value: state } = readState(files)
  return partReads(trees, state, formerPlatform(state) ?? noPlatform)
}

/** The state branch holds texts only. */
function textsOf(tree: Tree): StateTree {
  const texts = new Map<string, string>()
  for (const [path, entry] of tree) if (entry.kind === 'text') texts.set(path, entry.text)
  return texts
}
