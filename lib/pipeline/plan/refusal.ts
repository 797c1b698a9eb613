import type { Finding } from '../../domain/finding.ts'
import type { State } from '../../domain/ledger/state.ts'
import { partsOf } from '../../domain/manifests/platform-parts.ts'
import { compareVersions } from '../../domain/rules/kube-ovn-version.ts'
import { breach } from '../../domain/rules/rule.ts'
import { settingRules } from '../../domain/rules/setting-rules.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { foreignFacts } from '../facts/foreign-facts.ts'
import type { PlanRequest } from './plan-request.ts'
import { formerPlatform, noPlatform } from './platform-step.ts'
import { isShown } from './render-environment.ts'

/** Why nothing at all may change. */
export interface Refusal {
  readonly moves: 'engine' | 'frozen'
  readonly findings: readonly Finding[]
}

/** Undefined when a plan can be made. */
export function refusal(request: PlanRequest): Refusal | undefined {
  const engine = engineProblem(request)
  if (engine.length > 0) return { moves: 'engine', findings: engine }
  const target = targetProblem(request)
  return target.length > 0 ? { moves: 'frozen', findings: target } : undefined
}

/** Where netclaim.yaml names no version, none goes on from what a later one planned. */
function engineProblem({ inputs, engine, state }: PlanRequest): readonly Finding[] {
  const named = inputs.settings.engine
  const wanted = named ?? state.engine
  if (wanted === undefined || wanted === engine) return []
  if (named === undefined && compareVersions(wanted, engine) <= 0) return []
  const who = named === undefined ? 'the state was planned by a later' : 'netclaim.yaml wants'
  const message = `${who} engine "${wanted}", this is "${engine}": nothing is allocated`
  const at = inputs.engineAt ?? { file: 'netclaim.yaml', line: 1, column: 1 }
  const hint = 'run the version that is named, or change it in a pull request of its own'
  return [breach(supplyRules.engine, message, { at, field: 'engine', value: wanted, hint })]
}

/** What the claims are rendered for never changes under objects that are rendered: it would take every one of them away. */
function targetProblem({ inputs, state }: PlanRequest): readonly Finding[] {
  const { target } = inputs.settings
  const former = state.target ?? 'manifests'
  const isFree = state.cluster === undefined || !isRendered(state)
  // A file that cannot be read says nothing.
  if (target === former || isFree || !inputs.readable) return []
  const message = `target "${target}" is not what the cluster has: all that is rendered was rendered for target "${former}"`
  const at = inputs.targetAt ?? { file: 'netclaim.yaml', line: 1, column: 1 }
  const hint = `write target: ${former}, or import the cluster into another repository`
  return [breach(settingRules.target, message, { at, field: 'target', value: target, hint })]
}

/** Is anything of it in the cluster by our hands? What was imported is not. */
function isRendered(state: State): boolean {
  const parts = partsOf(formerPlatform(state) ?? noPlatform)
  if (parts.some((part) => !state.imported.includes(part))) return true
  return state.books.values().some((book) => book.values().some(isShown))
}

/** Facts of another cluster than the one that reported first, or of one that was given up: they are not used. */
export function clusterProblem({ state, facts }: PlanRequest): readonly Finding[] {
  const { uid } = facts ?? {}
  const why = uid === undefined ? undefined : whyForeign(uid, state)
  if (uid === undefined || why === undefined) return []
  return [breach(supplyRules.foreignCluster, foreignFacts(uid, why), { value: uid })]
}

function whyForeign(uid: string, { cluster, gone }: State): string | undefined {
  if (gone.includes(uid)) return 'which netclaim recover --cluster-gone gave up'
  if (cluster === undefined || uid === cluster) return undefined
  return `this repository is that of cluster ${cluster}`
}

/** What is asked, with nothing known of a cluster. */
export function withoutFacts(request: PlanRequest): PlanRequest {
  const { facts: _, ...rest } = request
  return rest
}
