import { structuredPatch } from 'diff'
import type { Change, StateTree } from '../pipeline/report.ts'

/** How one file below `rendered/` changes. */
export interface FileDiff {
  readonly action: Change['action']
  readonly path: string
  /** Lines of a unified diff from the first `@@` on, without line ends; found when asked for. */
  readonly lines: () => readonly string[]
}

/** Lines of context around a change, as `diff -u` has them. */
const CONTEXT = 3
/** Lines changed from which a file is shown as taken out and put in whole: the search is quadratic. */
const MAX_EDITS = 2_000

/** The unified diffs of the changes, in their order. */
export function manifestDiff(
  changes: readonly Change[],
  before: StateTree,
  after: StateTree,
): readonly FileDiff[] {
  return changes.map(({ action, path }) => {
    const [old, now] = [before.get(path) ?? '', after.get(path) ?? '']
    return { action, path, lines: () => diffLines(old, now) }
  })
}

function diffLines(before: string, after: string): readonly string[] {
  if (before === '') return whole('+', after)
  if (after === '') return whole('-', before)
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (patch === undefined) return [...whole('-', before), ...whole('+', after)]
  return patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ])
}

function whole(sign: '+' | '-', text: string): readonly string[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').split('\n')
  const span = `1,${lines.length}`
  const head = sign === '+' ? `@@ -0,0 +${span} @@` : `@@ -${span} +0,0 @@`
  return [head, ...lines.map((line) => sign + line)]
}
