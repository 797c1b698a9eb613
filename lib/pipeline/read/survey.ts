import { isLabel } from '../../domain/claims/syntax.ts'
import type { Entry, Tree } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { areaOf, namingOf } from './area.ts'
import { entryFinding, pathFinding, strayFinding, suffixFinding } from './entry-findings.ts'
import { badFolder, looseFile, notAFolder, tooManyFiles } from './folder-findings.ts'
import { MAX_CLAIM_FILES } from './limits.ts'

/** A file to read. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** The files of one part of the repository; `readable` is false where one of them cannot be read. */
export interface Part {
  readonly sources: readonly Source[]
  readonly readable: boolean
}

/** The files of a repository by the part they belong to, in the order of their paths. */
export interface Survey {
  readonly settings: Part
  readonly platform: Part
  readonly acknowledgements: Part
  /** By folder; only folders that are called like a namespace. */
  readonly environments: ReadonlyMap<string, Part>
  /** False where it is not even known which files there are. */
  readonly readable: boolean
  readonly findings: readonly Finding[]
}

interface Growing {
  readonly sources: Source[]
  readable: boolean
}

interface Draft extends Survey {
  readonly settings: Growing
  readonly platform: Growing
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
    settings: part(),
    platform: part(),
    acknowledgements: part(),
    environments: new Map(),
    readable: true,
    findings: [],
    badFolders: new Set(),
  }
  let files = 0
  for (const [path, entry] of [...tree].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (namingOf(path) === 'read' && ++files > MAX_CLAIM_FILES) {
      draft.findings.push(tooManyFiles(path))
      return { ...draft, readable: false }
    }
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
    case 'acknowledgements':
      return take(draft[area.part], path, entry, draft.findings)
  }
}

function takeClaims(draft: Draft, folder: string, path: string, entry: Entry): void {
  if (isLabel(folder)) {
    take(environment(draft.environments, folder), path, entry, draft.findings)
  } else if (!draft.badFolders.has(folder)) {
    draft.badFolders.add(folder)
    draft.findings.push(badFolder(path, folder))
  }
}

function take(into: Growing, path: string, entry: Entry, findings: Finding[]): void {
  const naming = namingOf(path)
  const finding = pathFinding(path) ?? entryFinding(path, entry)
  if (naming === 'near' && entry.kind !== 'link' && entry.kind !== 'submodule') {
    findings.push(suffixFinding(path))
  } else if (finding !== undefined) {
    findings.push(finding)
    into.readable = false
  } else if (naming === 'read' && entry.kind === 'text') {
    into.sources.push({ file: path, text: entry.text })
  }
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
  const known = environments.get(folder) ?? part()
  environments.set(folder, known)
  return known
}

function part(): Growing {
  return { sources: [], readable: true }
}
