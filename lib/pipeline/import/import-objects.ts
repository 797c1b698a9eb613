import type { Facts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import type { State } from '../../domain/ledger/state.ts'
import { factsFromLists } from '../facts/facts-from-lists.ts'
import type { Lists } from '../facts/lists.ts'
import { readTree } from '../read/read-tree.ts'
import { findArenas } from './blocks-found.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'
import { draftClusters } from './cluster-drafts.ts'
import { type Comparison, compare } from './compare.ts'
import { coveredBy } from './covered.ts'
import { draftClaims } from './draft-claims.ts'
import { faultsIn } from './faults-in.ts'
import { fileOf, filesOf, treeOf } from './files.ts'
import { ledgerOf } from './ledger-of.ts'
import { leftoversOf, oursAmong } from './leftovers.ts'
import { readLive } from './live.ts'
import { missingKinds } from './missing-kinds.ts'
import { Notes } from './notes.ts'
import { draftPlatform } from './platform-draft.ts'
import { findProjects } from './projects-found.ts'
import { settingsFrom } from './settings-from.ts'
import { settleDrafts } from './settle-drafts.ts'
import { noteTroubles } from './taken-up.ts'
import { vipConfigFrom } from './vip-config-found.ts'
import { withinLimits } from './within-limits.ts'

/** What an import is told beside the objects. */
export interface ImportOptions {
  /** The version that may allocate. */
  readonly engine: string
  /** The version of Kube-OVN that runs, where its Deployment is not among the objects. */
  readonly kubeOvnVersion?: string
  /** Addresses for control planes, where the cluster has no pool of them. */
  readonly tenantControlPlanes?: readonly string[]
}

/** What an import makes of a cluster. */
export interface Imported {
  /** The files of `main`. */
  readonly files: ReadonlyMap<string, string>
  /** The ledger before the first plan. */
  readonly state: State
  readonly facts: Facts
  readonly claims: readonly ImportedClaim[]
  /** What would be rendered of claims and platform, beside what there is. */
  readonly comparison: Comparison
  /** What is left as it is, object by object; with an error among them nothing is to be written. */
  readonly findings: readonly Finding[]
}

export interface ImportedClaim {
  /** `SubnetClaim photon-prod/lan`. */
  readonly name: string
  readonly file: string
  readonly address?: string
}

/**
 * A claims repository of what a cluster has: a claim for all that a claim can say, with a ledger in which it is held and
 * marked as imported, and a reason for everything else. The order of the objects does not matter.
 */
export function importObjects(lists: Lists, options: ImportOptions): Imported {
  const { live, findings: malformed } = readLive(lists)
  const { value: facts, findings: odd } = factsFromLists(lists)
  const notes = new Notes()
  noteTroubles(live, notes)
  const settings = settingsFrom(live, options)
  const { tenantControlPlanes } = options
  const named = tenantControlPlanes === undefined ? {} : { tenantControlPlanes }
  const platform = draftPlatform(live, notes, { settings, facts, ...named })
  const networks = draftClaims(live, platform.platform, notes)
  const arenas = findArenas(live, notes)
  const environments = new Set(networks.map(({ namespace }) => namespace))
  const clusters = draftClusters(live, { arenas, environments, notes })
  const found = withinLimits([...networks, ...clusters], notes)
  const projects = findProjects(live, notes)
  const vip = vipConfigFrom(live, { arenas, drafts: found })
  const rest = { settings, platform, live, projects, vip }
  const first = treeOf(filesOf({ ...rest, drafts: found }))
  const names = new Map(found.map((draft) => [fileOf(draft), draftName(draft)]))
  const faults = faultsIn(first, { platform: platform.platform, facts, names })
  const drafts = settleDrafts(found, faults, notes)
  const files = filesOf({ ...rest, drafts })
  const { value: inputs } = readTree(treeOf(files))
  const claims = [...inputs.environments.values()].flatMap((one) => one.claims)
  const hasKinds = settings.crds === 'existing'
  const state = ledgerOf({ platform, drafts, claims, hasKinds, arenas, vip, projects })
  const covered = coveredBy(live, { platform, drafts, arenas, projects })
  return {
    files,
    state,
    facts,
    claims: drafts.filter(({ isLeaving }) => isLeaving === undefined).map(claimed),
    comparison: compare({ state, platform, settings, live }),
    findings: [
      ...oursAmong(live),
      ...platform.findings,
      ...missingKinds(lists),
      ...malformed,
      ...odd,
      ...leftoversOf(live, notes, covered),
    ],
  }
}

function claimed(draft: ClaimDraft): ImportedClaim {
  const { address } = draft
  return {
    name: draftName(draft),
    file: fileOf(draft),
    ...(address === undefined ? {} : { address }),
  }
}
