import type { Annotation } from '../../ports/forge.ts'
import { cutBytes, cutCharacters } from './cut-text.ts'

/** Annotations of one answer: four calls; the rest is counted in its summary. */
const MAX_ANNOTATIONS = 200
/** Annotations that GitHub takes in one call. */
const BATCH = 50
/** GitHub: a title has 255 characters, a message 64 KB. */
const MAX_TITLE = 255
const MAX_MESSAGE_BYTES = 65_000

/** An annotation as GitHub's Checks API takes it. */
export type CheckAnnotation = ReturnType<typeof toCheckAnnotation>

/** The annotations of an answer, in batches, and how many are left out. */
export function inBatches(annotations: readonly Annotation[]): {
  readonly batches: readonly CheckAnnotation[][]
  readonly leftOut: number
} {
  const shown = annotations.slice(0, MAX_ANNOTATIONS).map(toCheckAnnotation)
  const batches: CheckAnnotation[][] = []
  for (let at = 0; at < shown.length; at += BATCH) batches.push(shown.slice(at, at + BATCH))
  return { batches, leftOut: annotations.length - shown.length }
}

function toCheckAnnotation({ path, line, column, level, title, message }: Annotation) {
  const columns = column === undefined ? {} : { start_column: column, end_column: column }
  return {
    path,
    start_line: line,
    end_line: line,
    ...columns,
    annotation_level: level,
    title: cutCharacters(title, MAX_TITLE),
    // GitHub takes no empty message.
    message: cutBytes(message, MAX_MESSAGE_BYTES) || title,
  }
}
