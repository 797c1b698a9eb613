import { fileHistory } from '../../lib/adapters/git/file-history.ts'
import { readBlobs } from '../../lib/adapters/git/read-blobs.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import type { Settings } from '../../lib/domain/settings.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'

const path = 'netclaim.yaml'

/**
 * Why a state that was planned from the first commit on must not be applied, a clause: shadow is left by a line alone, also
 * where the commit that went in is none that this version can plan.
 */
export async function lostShadow(
  repo: string,
  main: string,
  { mode }: Pick<State, 'mode'>,
): Promise<readonly string[]> {
  if (mode === 'shadow' || (await modeSaid(repo, main)) !== 'shadow') return []
  return [
    'main put the platform into shadow, no line says "mode: active" since, and no commit that is planned says so: write "mode: shadow" into netclaim.yaml again, or "mode: active" where it is over',
  ]
}

/** By all of its history; undefined where nothing that can be read ever said so. */
async function modeSaid(repo: string, main: string): Promise<Settings['mode']> {
  const ids = (await fileHistory(repo, main, [path])).flatMap(({ after }) => after ?? [])
  const blobs = await readBlobs(repo, ids)
  const said = ids.flatMap((id) => modeIn(blobs.get(id)?.toString('utf8') ?? '') ?? [])
  return said.at(-1)
}

function modeIn(text: string): Settings['mode'] {
  const { settings, readable } = readTree(new Map([[path, { kind: 'text', text }]])).value
  return readable ? settings.mode : undefined
}
