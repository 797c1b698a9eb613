import type { Finding } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import { changeRules } from '../../lib/domain/rules/change-rules.ts'
import { breach } from '../../lib/domain/rules/rule.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'
import type { Context } from '../context.ts'
import type { Change } from './change.ts'
import type { Ground } from './ground.ts'
import { branchNamed, FILE, stateNamed } from './state-named.ts'

/** What is wrong with the state branch that a change names: after the merge nothing could be allocated. */
export async function stateMove(
  context: Pick<Context, 'repository' | 'main'>,
  ground: Ground,
  change: Change,
): Promise<readonly Finding[]> {
  const branch = await branchNamed(ground, change)
  if (branch === undefined) return []
  const why = await stateNamed(context, ground, branch)
  if (typeof why !== 'string') return []
  const entry = (await change.head.read([FILE])).get(FILE)
  const [document] = readDocuments(FILE, entry?.kind === 'text' ? entry.text : '').value
  const at = document?.place(['state', 'branch']) ?? { file: FILE, line: 1, column: 1 }
  const message = `state.branch "${printable(branch)}" ${why}: nothing would be allocated any more`
  const hint = `push the tip of "${printable(ground.branch)}" there first`
  return [
    breach(changeRules.stateBranch, message, { at, field: 'state.branch', value: branch, hint }),
  ]
}
