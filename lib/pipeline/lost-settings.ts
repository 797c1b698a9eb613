import type { Tree } from '../domain/document.ts'
import type { Finding } from '../domain/finding.ts'
import { changeRules } from '../domain/rules/change-rules.ts'
import { breach } from '../domain/rules/rule.ts'

const path = 'netclaim.yaml'

/** A warning where a change takes the settings away: nothing else of it need look like a change. */
export function lostSettings({
  head,
  base,
}: {
  readonly head: Tree
  readonly base?: Tree
}): readonly Finding[] {
  if (base?.get(path)?.kind !== 'text' || head.has(path)) return []
  const message =
    'netclaim.yaml is removed: the defaults hold from then on, with every provider network open to all and no version pinned'
  return [breach(changeRules.settingsRemoved, message, { at: { file: path, line: 1, column: 1 } })]
}
