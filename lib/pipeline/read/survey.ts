import { quote } from '../../domain/claims/quote.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import type { Entry, Tree } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { areaOf, namingOf } from './area.ts'
import {
  entryFinding,
  pathFinding,
  startOf,
  strayFinding,
  suffixFinding,
} from './entry-findings.ts'
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

/** Sorts the entries of a tree by what they are, and says what is odd about them. */
export function survey(tree: Tree): Survey {
  const survey = {
    settings: part(),
    platform: part(),
    acknowledgements: part(),
    environments: new Map<string, Growing>(),
    readable: true,
    findings: [] as Finding[],
  }
  const badFolders = new Set<string>()
  let files = 0
  for (const path of [...tree.keys()].toSorted()) {
    const entry = tree.get(path)
    if (entry === undefined) continue
    const place = areaOf(path)
    switch (place.part) {
      case 'ignored':
        break
      case 'elsewhere':
        survey.findings.push(...strayFinding(path, entry))
        break
      case 'loose':
        takeLoose(survey, path, entry)
        break
      case 'environment':
        if (!isLabel(place.folder)) {
          if (!badFolders.has(place.folder)) survey.findings.push(badFolder(path, place.folder))
          badFolders.add(place.folder)
          break
        }
        take(environment(survey.environments, place.folder), path, entry, survey.findings)
        break
      case 'settings':
      case 'platform':
      case 'acknowledgements':
        take(survey[place.part], path, entry, survey.findings)
    }
    if (namingOf(path) === 'read' && ++files > MAX_CLAIM_FILES) {
      survey.findings.push(tooManyFiles(path))
      return { ...survey, readable: false }
    }
  }
  return survey
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

/** A file directly in `environments/`, or a link in place of a whole folder. */
function takeLoose(
  survey: { readonly environments: Map<string, Growing>; readable: boolean; findings: Finding[] },
  path: string,
  entry: Entry,
): void {
  const [, name] = path.split('/')
  const finding = pathFinding(path) ?? entryFinding(path, entry)
  const hidesFolder = entry.kind === 'link' || entry.kind === 'submodule'
  if (name === undefined) {
    survey.readable = false
    survey.findings.push(finding ?? notAFolder(path))
  } else if (finding !== undefined && hidesFolder) {
    survey.findings.push(finding)
    if (isLabel(name)) environment(survey.environments, name).readable = false
  } else if (namingOf(path) !== 'other') {
    survey.findings.push(looseFile(path))
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

function badFolder(path: string, folder: string): Finding {
  return breach(
    placementRules.folderName,
    `folder ${quote(folder)} is not called like a namespace`,
    {
      at: startOf(path),
      hint: 'a namespace has 1 to 63 of a-z, 0-9 and "-", and no "-" at its ends',
    },
  )
}

function looseFile(path: string): Finding {
  return breach(placementRules.looseFile, 'the file is in no environment', {
    at: startOf(path),
    hint: 'move it to environments/<namespace>/',
  })
}

function notAFolder(path: string): Finding {
  return breach(placementRules.looseFile, `${quote(path)} is a file, not a folder`, {
    at: startOf(path),
  })
}

function tooManyFiles(path: string): Finding {
  const message = `there are more than ${MAX_CLAIM_FILES} files, this and what follows is not read`
  return breach(placementRules.tooMany, message, { at: startOf(path) })
}
