import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { statusKinds } from '../../lib/pipeline/claims-status/status-kinds.ts'
import { factKinds } from '../../lib/pipeline/facts/fact-kinds.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import { referringKinds } from '../../lib/pipeline/proof/object-mentions.ts'
import { runReport } from '../../lib/pipeline/sync-report/run-report.ts'
import { listKinds } from './list-kinds.ts'
import { observe } from './observe.ts'
import { publishFacts, readPublished } from './publish-facts.ts'
import { sweepMirrors } from './sweep-mirrors.ts'
import type { TellOptions, Told, ToldRun } from './told-run.ts'
import { writeDelegations } from './write-delegations.ts'
import { writeStatuses } from './write-statuses.ts'

/**
 * Tells what a run came to: the statuses of the claims, the facts on the cluster's own branch, and the signed report.
 * What cannot be told to one is told to the others all the same.
 */
export async function tellRun(ran: ToldRun, options: TellOptions): Promise<Told> {
  const kinds = [...factKinds, ...statusKinds, ...referringKinds]
  const lists = await listKinds(options.cluster, kinds, ran.lists)
  const isSilent = ran.run.shadow === true || ran.refused === true
  const problems = isSilent ? [] : [...(await tellInCluster(ran, lists, options))]
  const looked = await attempt(problems, () => tellFacts({ ...ran, lists }, options))
  problems.push(...(looked?.problems ?? []))
  const { facts, tip, isNew = false } = looked ?? {}
  const told = { problems, ...(facts && { facts }), ...(tip === undefined ? {} : { tip }) }
  return sendReport(ran, told, { ...options, isNew })
}

/** Sends the signed report of a run, where somebody is to get one, after what else was told of it. */
export async function sendReport(
  { run, outcome }: Pick<ToldRun, 'run' | 'outcome'>,
  told: Told,
  options: Pick<TellOptions, 'send' | 'name' | 'clock'> & { readonly isNew?: boolean },
): Promise<Told> {
  const { send, name, clock, isNew = false } = options
  if (send === undefined || name === undefined) return told
  const problems = [...told.problems]
  const at = new Date(clock.now()).toISOString()
  const facts = isNew ? told.tip : undefined
  const report = runReport(run, { cluster: name, state: outcome, at, facts, problems })
  await attempt(problems, () => send(name, report))
  return { ...told, problems }
}

/** What the cluster itself is told; gives what could not be, a clause each. */
async function tellInCluster(
  { state, tenants = [] }: ToldRun,
  lists: Lists,
  { cluster, clock, bindings, holdOf }: TellOptions,
): Promise<readonly string[]> {
  const by = { cluster, clock }
  const { books, target } = state
  const input = { lists, books, ...(bindings && { bindings }), ...(holdOf && { holdOf }) }
  // An operator says itself what became of its claims.
  const told = target === 'operator' ? undefined : await writeStatuses(by, input)
  const delegations = await writeDelegations(by, { lists, state }, tenants)
  return [...(told?.problems ?? []), ...delegations, ...(await sweepMirrors(by, lists))]
}

/** `isNew`: they were not there before. */
type FactsTold = Told & { readonly isNew?: boolean }

/**
 * Throws `OutsideError` where the former facts cannot be read: without them a list that failed would free addresses.
 */
async function tellFacts(
  seen: ToldRun & { readonly lists: Lists },
  options: TellOptions,
): Promise<FactsTold> {
  const { repository, name, clock } = options
  if (repository === undefined || name === undefined)
    return observe({ ...seen, former: undefined }, options)
  const by = { repository, cluster: name, clock }
  const published = await readPublished(by)
  const { facts, problems } = await observe({ ...seen, former: published.facts }, options)
  const more: string[] = []
  const { state } = seen
  const pushed = await attempt(more, () => publishFacts(by, { facts, state, published }))
  return { facts, ...pushed, problems: [...problems, ...more] }
}

/** Undefined where the outside failed, which is noted. */
async function attempt<T>(problems: string[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    problems.push(error.message)
    return undefined
  }
}
