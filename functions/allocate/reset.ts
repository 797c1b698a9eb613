import type { Tree } from '../../lib/domain/document.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { statePath } from '../../lib/pipeline/state/state-paths.ts'

/**
 * From which commit of a rewritten `main` the state goes on: an acknowledgement `state/reset` at its tip names the
 * commit that the state was planned for (`subject`) and the one that stands in its place (`allows`). Undefined where
 * none does, or where it is spent.
 */
export function acknowledgedReset(
  main: Tree,
  state: StateTree,
  source: string,
): string | undefined {
  const { value: inputs } = readTree(main)
  const { value: before } = readState(new Map([[statePath, state.get(statePath) ?? '']]))
  return inputs.acknowledgements.find(
    ({ brake, subject, digest }) =>
      brake === 'state/reset' && subject === source && !before.spent.includes(digest),
  )?.allows[0]
}
