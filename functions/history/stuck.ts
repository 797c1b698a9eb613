import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { firstParentIds, gitRepository } from '../../lib/adapters/git.ts'
import { instantText } from '../../lib/domain/date-text.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { guardedPlan } from '../../lib/pipeline/plan/guarded-plan.ts'
import { readSide } from '../../lib/pipeline/read-side.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { damaged } from '../../lib/pipeline/stuck/damaged.ts'
import { type DatedStuck, stuckOf } from '../../lib/pipeline/stuck/stuck.ts'
import { readStateHeader } from '../allocate/state-header.ts'
import { foreignState } from '../allocate/state-refusals.ts'
import { celFor } from '../cel-for.ts'
import { behind } from './behind.ts'
import { factsAt } from './facts-at.ts'
import type { History } from './open-history.ts'
import { sinceWhen } from './since-when.ts'

/** Everything that waits, what for, and since when. `engine`: this version, where `netclaim.yaml` names none. */
export async function stuck(history: History, engine: string): Promise<readonly DatedStuck[]> {
  const { repo, tip } = history
  const texts = await readStateAt(repo, tip)
  const source = readStateHeader(texts)?.source
  if (source === undefined) throw foreignState('state', tip)
  const { value: state, findings: damage } = readState(texts, 'whole')
  if (damage.length > 0) return damage.map(damaged)
  const facts = await factsAt(history)
  const tree = await (await gitRepository({ repo })).readTree(source)
  const { inputs, findings } = readSide(tree)
  const plan = guardedPlan({
    ...(await celFor(tree)),
    inputs,
    state,
    facts,
    engine: inputs.settings.engine ?? engine,
    time: history.now,
  })
  const found = stuckOf({
    state,
    inputs,
    findings: [...findings, ...plan.findings],
    view: viewFacts(facts),
    reported: state.cluster !== undefined || facts.uid !== undefined,
    now: instantText(history.now),
  })
  const dated = await sinceWhen(history, source, found)
  return [...(await behind(history, source)), ...(await applied(repo, facts, dated))]
}

/** What the cluster does not have is missing only if it has applied a state that has it. */
async function applied(
  repo: string,
  { commit }: Facts,
  dated: readonly DatedStuck[],
): Promise<readonly DatedStuck[]> {
  if (!dated.some(({ is }) => is === 'missing')) return dated
  const known = commit === undefined ? [] : await firstParentIds(repo, commit)
  const before = new Set(known)
  return dated.filter(({ is, since }) => is !== 'missing' || before.has(since?.state ?? ''))
}
