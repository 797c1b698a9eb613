import type { Tree } from '../lib/domain/document.ts'
import type { CelEngine } from '../lib/pipeline/policies/cel/cel-engine.ts'

/** What evaluates policies, where one of the trees has any: it is large, and most have none. */
export async function celFor(
  ...trees: readonly (Tree | undefined)[]
): Promise<{ cel?: CelEngine }> {
  if (!trees.some((tree) => tree !== undefined && hasPolicies(tree))) return {}
  const { createEngine } = await import('../lib/pipeline/policies/cel/engine.ts')
  return { cel: createEngine() }
}

function hasPolicies(tree: Tree): boolean {
  return tree.keys().some((path) => path.startsWith('platform/policies/'))
}
