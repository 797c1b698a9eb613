import type { Finding } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import { changeRules } from '../../lib/domain/rules/change-rules.ts'
import { breach } from '../../lib/domain/rules/rule.ts'
import { foldersOf, type TouchedPaths } from './touched-paths.ts'

/** Both sides of a merge, each since their last common commit. */
export interface Sides {
  readonly theirs: TouchedPaths
  readonly ours: TouchedPaths
}

/**
 * Paths on which the two sides disagree: another content on each, gone on one only, or a file on one where the other has
 * a folder. Each is an error that names the file.
 */
export function conflictsOf({ theirs, ours }: Sides): readonly Finding[] {
  const found: Finding[] = []
  for (const [path, { after }] of theirs.paths) {
    const our = ours.paths.get(path)
    if (our !== undefined && our.after !== after) {
      const fate = our.after === undefined ? 'removed' : 'changed'
      found.push(conflict(path, `was ${fate} on main too since the pull request began`))
    } else if (after !== undefined && isOtherKind(path, ours)) {
      found.push(conflict(path, 'is a file on one side and a folder on the other'))
    }
  }
  return found
}

function isOtherKind(path: string, ours: TouchedPaths): boolean {
  const files = foldersOf(path).map((folder) => folder.slice(0, -1))
  return ours.adds(`${path}/`) || files.some((file) => ours.paths.get(file)?.after !== undefined)
}

function conflict(path: string, what: string): Finding {
  return breach(changeRules.conflict, `"${printable(path)}" ${what}`, {
    at: { file: path, line: 1, column: 1 },
    hint: 'rebase the pull request on main, or merge main into it, and decide what the file is to say',
  })
}
