import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'

/** Whoever works with kubectl: `kubectl-client-side-apply`, `kubectl-create`, `kubectl-edit`, … */
const KUBECTL = /^kubectl(?:-|$)/

/**
 * The object with what people set by kubectl, and `to` applies as well, noted as the latter's alone: it can then be changed
 * without a conflict. What they set beside it stays theirs. Undefined where there is nothing of that kind.
 */
export function releaseFields(object: KubeObject, to: string): KubeObject | undefined {
  const owners = object.metadata.managedFields ?? []
  const applied = owners.find(
    (one) => one.manager === to && one.operation === 'Apply' && isWhole(one),
  )
  if (applied === undefined) return undefined
  let isChanged = false
  const managedFields = owners.flatMap((one) => {
    if (!KUBECTL.test(one.manager ?? '') || !isWhole(one)) return [one]
    const left = subtract(one.fieldsV1, applied.fieldsV1, 0)
    if (left === one.fieldsV1) return [one]
    isChanged = true
    return left === undefined ? [] : [{ ...one, fieldsV1: left }]
  })
  return isChanged ? { ...object, metadata: { ...object.metadata, managedFields } } : undefined
}

function isWhole({ subresource }: FieldOwner): boolean {
  return (subresource ?? '') === ''
}

/** Deeper than any object is, so that nothing strange goes on for ever. */
const MAX_DEPTH = 64

type Tree = Readonly<Record<string, unknown>>

/** What of a set of fields is not in another one; the very same where nothing is taken, undefined where nothing is left. */
function subtract(fields: unknown, other: unknown, depth: number): unknown {
  if (!isTree(fields) || !isTree(other) || depth > MAX_DEPTH) return fields
  const left: [string, unknown][] = []
  let isChanged = false
  for (const [key, below] of Object.entries(fields)) {
    const rest = Object.hasOwn(other, key) ? remaining(below, other[key], depth) : below
    if (rest !== undefined) left.push([key, rest])
    if (rest !== below) isChanged = true
  }
  if (!isChanged) return fields
  return left.some(([key]) => key !== '.') ? Object.fromEntries(left) : undefined
}

/** A whole that both have, or that one has as a whole, is the other's. */
function remaining(below: unknown, other: unknown, depth: number): unknown {
  const [mine, theirs] = [below, other].map((one) => isTree(one) && Object.keys(one).length > 0)
  return mine === true && theirs === true ? subtract(below, other, depth + 1) : undefined
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
