import type { Entry } from '../domain/document.ts'
import { same } from '../domain/same.ts'

/** Does the same stand at a path of two trees? The same object, as Git gives for one blob, costs nothing. */
export function isSameEntry(a: Entry, b: Entry | undefined): boolean {
  if (a === b) return true
  return a.kind === 'text' && b?.kind === 'text' ? a.text === b.text : same(a, b)
}
