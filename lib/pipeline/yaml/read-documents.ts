import { isMap, isScalar } from 'yaml'
import type { Document } from '../../domain/document.ts'
import type { Checked } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { checkCharacters } from './check-characters.ts'
import { type Composed, compose } from './compose.ts'
import { fastRead } from './fast-read.ts'
import { MAX_FILE_BYTES } from './limits.ts'
import { type Locate, locateIn } from './lines.ts'
import { nodeDocument } from './node-document.ts'
import { findingsOf, isError, type Report, reportInto, type Spot } from './report.ts'
import { withConflict, withTemplates } from './say-why.ts'
import { startOf, toValue } from './to-value.ts'
import { yamlRules } from './yaml-rules.ts'

/** The readable documents of a file; `readable` is false when an error hides or distorts one. */
export interface ReadDocuments extends Checked<readonly Document[]> {
  readonly readable: boolean
  /** What the reading cost: lexemes, lines of scalars and escapes, or the lines of a file in the everyday form that holds documents. */
  readonly cost: number
}

/**
 * Reads YAML 1.2 (core schema) without aliases, tags, merge keys or directives. Empty documents
 * are skipped; one with an error is left out. A BOM at the start and CRLF are accepted; columns
 * do not count them. Findings are in the order of the text.
 */
export function readDocuments(file: string, text: string): ReadDocuments {
  if (bytesOf(text) > MAX_FILE_BYTES) return tooLarge(file, text)
  const lines = unixLines(text)
  const fast = fastRead(file, lines)
  if (fast !== undefined) return { ...fast, findings: [], readable: true }
  return readWithLibrary(file, lines)
}

/** The same by the `yaml` library alone, of a text with LF and without a BOM at its start. */
export function readWithLibrary(file: string, text: string): ReadDocuments {
  const locate = locateIn(file, text)
  const spots: Spot[] = []
  const report = reportInto(spots)
  const { documents, cost } = compose(checkCharacters(text, report), spots, report)
  const value = documentsOf(file, documents, { spots, report, locate })
  const readable = !spots.some(isError)
  const findings = withTemplates(findingsOf(withConflict(spots, text), locate), text)
  return { value, findings, readable, cost }
}

interface Reading {
  readonly spots: readonly Spot[]
  readonly report: Report
  readonly locate: Locate
}

function documentsOf(file: string, composed: readonly Composed[], reading: Reading): Document[] {
  const documents: { document: Document; end: number }[] = []
  const ends: number[] = []
  for (const { contents, range, errors } of composed) {
    ends.push(range[2])
    if (isScalar(contents) && contents.value === null && (contents.source ?? '') === '') continue
    const value = toValue(contents, reading)
    if (isMap(contents)) {
      // The library's errors may lie beyond the document that they belong to.
      if (errors.length > 0) continue
      const document = nodeDocument(file, contents, value, reading.locate)
      documents.push({ document, end: range[2] })
    } else if (contents !== null) {
      reading.report(yamlRules.notAMap, startOf(contents), 'the document is not a map', {
        hint: isLfsPointer(value)
          ? 'this is a pointer of Git LFS: keep the file itself in Git'
          : 'an object begins with apiVersion and kind',
      })
    }
  }
  const broken = brokenEnds(ends, reading.spots)
  return documents.flatMap(({ document, end }) => (broken.has(end) ? [] : [document]))
}

/** What Git has of a file that LFS keeps elsewhere (git-lfs docs/spec.md). */
function isLfsPointer(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('version https://git-lfs.github.com/spec/')
}

/** The ends of those documents that hold an error. */
function brokenEnds(ends: readonly number[], spots: readonly Spot[]): ReadonlySet<number> {
  const broken = new Set<number>()
  const offsets = spots.filter(isError).map((spot) => spot.offset)
  let index = 0
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    while (index < ends.length - 1 && offset >= (ends[index] ?? 0)) index += 1
    const end = ends[index]
    if (end !== undefined) broken.add(end)
  }
  return broken
}

function unixLines(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  return start.includes('\r') ? start.replaceAll('\r\n', '\n') : start
}

function tooLarge(file: string, text: string): ReadDocuments {
  const message = `the file has ${bytesOf(text)} bytes, more than ${MAX_FILE_BYTES}`
  const at = { file, line: 1, column: 1 }
  const findings = [breach(yamlRules.tooLarge, message, { at })]
  return { value: [], findings, readable: false, cost: 1 }
}

/** Bytes as UTF-8, counted only where they could pass the limit. */
function bytesOf(text: string): number {
  if (text.length * 3 <= MAX_FILE_BYTES) return text.length
  return new TextEncoder().encode(text).length
}
