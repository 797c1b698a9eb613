import type { Checked, Finding } from '../domain/finding.ts'
import type { Inputs } from './inputs.ts'

/** What was read, of which only some environments are planned; of the others nothing is said. */
export function limitTo(
  planned: ReadonlySet<string>,
  inputs: Inputs,
  findings: readonly Finding[],
): { readonly inputs: Inputs; readonly findings: Checked<Inputs>['findings'] } {
  const all = [...inputs.environments]
  return {
    inputs: {
      ...inputs,
      planned,
      environments: new Map(all.filter(([namespace]) => planned.has(namespace))),
      beside: new Map(all.filter(([namespace]) => !planned.has(namespace))),
    },
    findings: findings.filter(({ at }) => {
      const namespace = /^environments\/([^/]+)\//.exec(at?.file ?? '')?.[1]
      return namespace === undefined || planned.has(namespace)
    }),
  }
}
