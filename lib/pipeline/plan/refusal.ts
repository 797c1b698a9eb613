import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import type { PlanRequest } from './plan.ts'

/** Why nothing at all may change; undefined when a plan can be made. */
export function refusal(request: PlanRequest): readonly Finding[] | undefined {
  const engine = engineProblem(request)
  return engine.length > 0 ? engine : undefined
}

function engineProblem({ inputs, engine }: PlanRequest): readonly Finding[] {
  const wanted = inputs.settings.engine
  if (wanted === undefined || wanted === engine) return []
  const message = `netclaim.yaml wants engine "${wanted}", this is "${engine}": nothing is allocated`
  const at = inputs.engineAt ?? { file: 'netclaim.yaml', line: 1, column: 1 }
  const hint = 'run the version that is named, or change it in a pull request of its own'
  return [breach(supplyRules.engine, message, { at, field: 'engine', value: wanted, hint })]
}

/** Facts of another cluster than the one that reported first: they are not used. */
export function clusterProblem({ state, facts }: PlanRequest): readonly Finding[] {
  if (facts?.uid === undefined || state.cluster === undefined || facts.uid === state.cluster) {
    return []
  }
  const message = `facts are of cluster ${facts.uid}, this repository is that of cluster ${state.cluster}: they are not used`
  return [breach(supplyRules.foreignCluster, message, { value: facts.uid })]
}
