import { isLabel } from '../../domain/claims/syntax.ts'
import type { Entry, Tree } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { type EnvironmentTally, environmentTally } from '../../domain/rules/environment-limits.ts'
import { areaOf, namingOf } from './area.ts'
import { entryFinding, pathFinding, tooMuch } from './entry-findings.ts'
import { badFolder, looseFile, notAFolder } from './folder-findings.ts'
import { type Growing, newPart, type Part, take } from './part.ts'
import { strayFinding } from './stray-findings.ts'

/** The files of a repository by the part they belong to, in the order of their paths. */
export interface Survey {
  readonly settings: Part
  readonly platform: Part
  /** `platform/cluster-config.env` alone. */
  readonly clusterConfig: Part
  readonly policies: Part
  readonly acknowledgements: Part
  /** By folder; only folders that are called like a namespace. */
  readonly environments: ReadonlyMap<string, Part>
  /** False where it is not even known which files there are. */
  readonly readable: boolean
  readonly findings: readonly Finding[]
}

interface Draft extends Survey {
  readonly tally: EnvironmentTally
  readonly settings: Growing
  readonly platform: Growing
  readonly clusterConfig: Growing
  readonly policies: Growing
  readonly acknowledgements: Growing
  readonly environments: Map<string, Growing>
  readable: boolean
  readonly findings: Finding[]
  /** Folders below `environments/` that have had their finding. */
  readonly badFolders: Set<string>
}

/** Sorts the entries of a tree by what they are, and says what is odd about them. */
export function survey(tree: Tree): Survey {
  const draft: Draft = {
    tally: environmentTally(),
    settings: newPart(),
    platform: newPart(),
    clusterConfig: newPart(),
    policies: newPart(),
    acknowledgements: newPart(),
    environments: new Map(),
    readable: true,
    findings: [],
    badFolders: new Set(),
  }
  for (const [path, entry] of [...tree].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    place(draft, path, entry)
  }
  return draft
}

function place(draft: Draft, path: string, entry: Entry): void {
  const area = areaOf(path)
  switch (area.part) {
    case 'ignored':
      return
    case 'elsewhere':
      draft.findings.push(...strayFinding(path, entry))
      return
    case 'loose':
      return takeLoose(draft, path, entry)
    case 'environment':
      return takeClaims(draft, area.folder, path, entry)
    case 'settings':
    case 'platform':
    case 'clusterConfig':
    case 'policies':
    case 'acknowledgements':
      return take(draft[area.part], path, entry, draft.findings)
  }
}

function takeClaims(draft: Draft, folder: string, path: string, entry: Entry): void {
  if (isLabel(folder)) {
    const into = environment(draft.environments, folder)
    if (isWithin(draft, into, path, entry)) take(into, path, entry, draft.findings)
  } else if (!draft.badFolders.has(folder)) {
    draft.badFolders.add(folder)
    draft.findings.push(badFolder(path, folder))
  }
}

/** Of an environment beyond a limit nothing is read: which part of it would be chance. */
function isWithin({ tally, findings }: Draft, into: Growing, path: string, entry: Entry): boolean {
  // In UTF-16 units, which are never more than the bytes that an adapter counts.
  const size = entry.kind === 'text' ? entry.text.length : 0
  const limit = entry.kind === 'too-much' ? entry.limit : tally.add(path, path.length, size)
  if (limit === undefined || into.excessive) return !into.excessive
  findings.push(tooMuch(path, limit))
  into.excessive = true
  into.readable = false
  into.sources.length = 0
  return false
}

/** A file directly in `environments/`, or something in place of a whole folder. */
function takeLoose(draft: Draft, path: string, entry: Entry): void {
  const [, name] = path.split('/')
  const finding = pathFinding(path) ?? entryFinding(path, entry)
  const hidesFolder = entry.kind === 'link' || entry.kind === 'submodule'
  if (name === undefined) {
    draft.readable = false
    draft.findings.push(finding ?? notAFolder(path))
  } else if (finding !== undefined && hidesFolder) {
    draft.findings.push(finding)
    if (isLabel(name)) environment(draft.environments, name).readable = false
  } else if (namingOf(path) !== 'other') {
    draft.findings.push(looseFile(path))
  }
}

function environment(environments: Map<string, Growing>, folder: string): Growing {
  const known = environments.get(folder) ?? newPart()
  environments.set(folder, known)
  return known
}
