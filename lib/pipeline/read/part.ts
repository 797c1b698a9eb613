import type { Entry } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { namingOf } from './area.ts'
import { entryFinding, pathFinding } from './entry-findings.ts'
import { seemsClaim, suffixFinding } from './stray-findings.ts'

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

/** A part that files are added to. */
export interface Growing {
  readonly sources: Source[]
  readable: boolean
  /** Beyond a limit of environments. */
  excessive: boolean
}

/** A part without files. */
export function newPart(): Growing {
  return { sources: [], readable: true, excessive: false }
}

/** Puts a file into a part, or says why it cannot be read; what need not be read is passed over. */
export function take(into: Growing, path: string, entry: Entry, findings: Finding[]): void {
  const naming = namingOf(path)
  const finding = pathFinding(path) ?? entryFinding(path, entry)
  const near = naming === 'near' || (naming === 'other' && seemsClaim(path, entry))
  if (near && entry.kind !== 'link' && entry.kind !== 'submodule') {
    findings.push(suffixFinding(path, entry))
  } else if (finding !== undefined) {
    findings.push(finding)
    into.readable = false
  } else if (naming === 'read' && entry.kind === 'text') {
    into.sources.push({ file: path, text: entry.text })
  }
}
