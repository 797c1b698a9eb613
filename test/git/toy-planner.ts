import type { Planner } from '../../functions/allocate/build.ts'
import { emit } from '../../lib/domain/emit.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import type { CommitRequest } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'

/**
 * Stands in for the real planner: gives each claim file below `environments/` the lowest free number
 * and keeps what was given. A file that says `bad` is an error; `netclaim.yaml` that says `frozen`
 * commits nothing.
 */
export const toyPlanner: Planner = {
  plan(request) {
    const frozen = textOf(request, 'netclaim.yaml') === 'frozen'
    const findings: Finding[] = frozen ? [error('settings/frozen')] : []
    const held = new Map([...request.state].filter(([path]) => path.startsWith('allocations/')))
    const claims = [...request.head.keys()].filter((path) => path.startsWith('environments/'))
    const taken = new Set(held.values())
    const tree = new Map<string, string>()
    for (const path of claims.toSorted()) {
      if (textOf(request, path) === 'bad') findings.push(error('claim/bad'))
      const file = `allocations/${path.slice('environments/'.length)}`
      tree.set(file, held.get(file) ?? lowestFree(taken))
    }
    tree.set('state.yaml', stateText(request))
    return { tree, findings, commit: !frozen }
  },
  readFacts(files) {
    const objects = [...files].map(([path, text]) => path + text)
    return { value: { ...noFacts, objects }, findings: [] }
  },
}

function stateText({ state, facts, source, neverApplied = false }: CommitRequest): string {
  const generation = Number(/^generation: (\d+)$/m.exec(state.get('state.yaml') ?? '')?.[1] ?? 0)
  const text = facts.objects.join(' ')
  const digest = Buffer.from(text).toString('hex').slice(0, 80)
  return emit({ source, generation: generation + 1, facts: digest || 'none', neverApplied })
}

function lowestFree(taken: Set<string>): string {
  let number = 0
  while (taken.has(`address: ${number}\n`)) number += 1
  taken.add(`address: ${number}\n`)
  return `address: ${number}\n`
}

function textOf({ head }: CommitRequest, path: string): string {
  const entry = head.get(path)
  return entry?.kind === 'text' ? entry.text.trim() : ''
}

function error(rule: Finding['rule']): Finding {
  return { rule, severity: 'error', message: `a "${rule}"` }
}

/** `environments/a` → number. */
export function allocations(state: StateTree): Record<string, string> {
  return Object.fromEntries([...state].filter(([path]) => path.startsWith('allocations/')))
}
