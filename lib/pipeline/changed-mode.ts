import type { Tree } from '../domain/document.ts'
import type { Finding } from '../domain/finding.ts'
import { changeRules } from '../domain/rules/change-rules.ts'
import { breach } from '../domain/rules/rule.ts'
import type { Settings } from '../domain/settings.ts'

const path = 'netclaim.yaml'

type Mode = NonNullable<Settings['mode']>

/** What the trees say of the mode, and what the state does. */
export interface Modes {
  readonly head: Tree
  readonly said: Settings['mode']
  readonly before: Settings['mode']
  /** Of the state; absent: active. */
  readonly former: Mode | undefined
}

/** Says what a change of the mode does, or does not do: nothing else of it need look like a change. */
export function changedMode({ head, said, before, former = 'active' }: Modes): readonly Finding[] {
  if (said === before) return []
  const spot = { at: placeIn(head), field: 'mode', ...(said === undefined ? {} : { value: said }) }
  if (said === undefined) {
    return former === 'shadow' ? [breach(changeRules.mode, STAYS, spot)] : []
  }
  if (said === former) return []
  if (said === 'shadow') return [breach(changeRules.mode, INTO, spot)]
  return [breach(changeRules.leavesShadow, OUT_OF, spot)]
}

const STAYS =
  'no line says mode any more, and the platform stays in shadow: only "mode: active" changes that'
const INTO =
  'the platform goes into shadow: from the merge on nothing is applied, and nothing that is given back is proven gone'
const OUT_OF =
  'the platform leaves shadow: from the merge on netclaim sync applies all that is rendered, with everything that its last run in shadow listed'

function placeIn(head: Tree) {
  const entry = head.get(path)
  const lines = entry?.kind === 'text' ? entry.text.split('\n') : []
  return {
    file: path,
    line: Math.max(1, lines.findIndex((line) => /^mode\s*:/.test(line)) + 1),
    column: 1,
  }
}
