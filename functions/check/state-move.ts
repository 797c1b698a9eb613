import type { Finding } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import { changeRules } from '../../lib/domain/rules/change-rules.ts'
import { breach } from '../../lib/domain/rules/rule.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'
import type { Context } from '../context.ts'
import { headerOf } from '../tell/state-step.ts'
import type { Change } from './change.ts'
import type { Ground } from './ground.ts'

const FILE = 'netclaim.yaml'

/** What is wrong with the state branch that a change names: after the merge nothing could be allocated. */
export async function stateMove(
  context: Pick<Context, 'repository' | 'main'>,
  ground: Ground,
  { changed, head }: Change,
): Promise<readonly Finding[]> {
  if (!changed.includes(FILE)) return []
  const files = await head.read([FILE])
  const { settings, readable } = readTree(files).value
  const { branch } = settings.state
  if (!readable || branch === ground.branch) return []
  const why = await faultOf(context, ground, branch)
  if (why === undefined) return []
  const entry = files.get(FILE)
  const [document] = readDocuments(FILE, entry?.kind === 'text' ? entry.text : '').value
  const at = document?.place(['state', 'branch']) ?? { file: FILE, line: 1, column: 1 }
  const message = `state.branch "${printable(branch)}" ${why}: nothing would be allocated any more`
  const hint = `push the tip of "${printable(ground.branch)}" there first`
  return [
    breach(changeRules.stateBranch, message, { at, field: 'state.branch', value: branch, hint }),
  ]
}

async function faultOf(
  { repository, main }: Pick<Context, 'repository' | 'main'>,
  ground: Ground,
  branch: string,
): Promise<string | undefined> {
  if (branch === main) return 'is the branch of the claims'
  const tip = (await repository.tips({ names: [branch], below: [] })).get(branch)
  if (tip === undefined) return 'is no branch'
  const source = (await headerOf(repository, tip))?.source
  if (source === undefined) return 'holds no state'
  const isOurs = source === ground.main || (await repository.isAncestor(source, ground.main))
  return isOurs ? undefined : 'holds the state of another history'
}
