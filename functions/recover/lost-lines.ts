import { fileHistory } from '../../lib/adapters/git/file-history.ts'
import { readBlobs } from '../../lib/adapters/git/read-blobs.ts'
import { firstParentIds } from '../../lib/adapters/git.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { defaultSettings, type Settings } from '../../lib/domain/settings.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { Candidate } from '../../lib/pipeline/recover/choose-base.ts'
import { tells } from '../../lib/pipeline/recover/why-not.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'

const path = 'netclaim.yaml'

type Target = Settings['target']

/** A state that was planned again, and what it was planned by. */
export interface Replanned {
  /** The copy that it goes on from. */
  readonly base: Candidate | undefined
  readonly main: string
  readonly tree: StateTree
  readonly facts?: Facts
  readonly neverApplied: boolean
  /** What a person says that the cluster has. */
  readonly target?: Target
}

/**
 * Why such a state must not be applied, a clause each: lines of netclaim.yaml of which the last one alone does not tell what
 * the cluster has. A copy that a cluster has applied remembers them.
 */
export async function lostIn(repo: string, replanned: Replanned): Promise<readonly string[]> {
  const { base, main, tree, facts, neverApplied, target: word } = replanned
  if (base?.cluster !== undefined) return []
  const { mode, target } = readState(tree).value
  const said = await saidIn(repo, main)
  const isLive = !neverApplied && facts !== undefined && tells(facts)
  return [...lostShadow(said, mode), ...(isLive ? lostTarget(said, target, word) : [])]
}

/** Shadow is left by a line alone, also where the commit that went in is none that this version can plan. */
function lostShadow(said: readonly Settings[], mode: State['mode']): readonly string[] {
  const last = said.flatMap((settings) => settings.mode ?? []).at(-1)
  if (mode === 'shadow' || last !== 'shadow') return []
  return [
    'main put the platform into shadow, no line says "mode: active" since, and no commit that is planned says so: write "mode: shadow" into netclaim.yaml again, or "mode: active" where it is over',
  ]
}

/**
 * Once a cluster has reported, another target is refused and nothing is planned by it: where main said both, only a person
 * knows which of them that was. By the wrong one all that an operator makes would be made twice, or be taken away.
 */
function lostTarget(
  said: readonly Settings[],
  target: Target = 'manifests',
  word?: Target,
): readonly string[] {
  if (word !== undefined)
    return word === target
      ? []
      : [
          `the cluster has what target "${word}" renders, and netclaim.yaml says target "${target}" by now: write "target: ${word}" into it again`,
        ]
  if (new Set([...said.map((settings) => settings.target), target]).size === 1) return []
  return [
    `main said target "operator" at one time and "manifests" at another, and no copy of the state tells which the cluster has: look whether its Vpcs are labelled app.kubernetes.io/managed-by: netclaim (manifests) or not (operator), and say so by --target`,
  ]
}

/** Every version of the settings that can be read, the oldest first; without a file the defaults held. */
async function saidIn(repo: string, main: string): Promise<readonly Settings[]> {
  const changes = await fileHistory(repo, main, [path])
  const ids = changes.flatMap(({ after }) => after ?? [])
  const blobs = await readBlobs(repo, ids)
  const first = (await firstParentIds(repo, main)).at(-1)
  const before = changes[0]?.commit.id === first ? [] : [defaultSettings]
  const said = changes.flatMap(({ after }) =>
    after === undefined ? defaultSettings : settingsIn(blobs.get(after)?.toString('utf8') ?? ''),
  )
  return [...before, ...said]
}

function settingsIn(text: string): readonly Settings[] {
  const { settings, readable } = readTree(new Map([[path, { kind: 'text', text }]])).value
  return readable ? [settings] : []
}
