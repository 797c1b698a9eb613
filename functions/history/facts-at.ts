import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { knownTips } from '../../lib/adapters/git/refs.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import { keptFacts } from '../../lib/pipeline/facts/kept-facts.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { factsPath, statePath } from '../../lib/pipeline/state/state-paths.ts'
import { observedPrefix, readObserved } from '../allocate/observed.ts'
import type { History } from './open-history.ts'

/** The facts that the state was planned with; where it keeps none, since no cluster is pinned, those of the clusters' branches. */
export async function factsAt({ repo, tip, isLatest }: History): Promise<Facts> {
  const texts = await readStateAt(repo, tip, [factsPath, statePath])
  const { gone } = readState(texts).value
  const kept = keptFacts(texts)
  if (kept !== undefined || !isLatest) return kept ?? noFacts
  const repository = await gitRepository({ repo })
  const tips = await knownTips(repo, { names: [], below: [observedPrefix] })
  const { files } = await readObserved(repository, tips)
  return readFacts(files, gone).value
}
