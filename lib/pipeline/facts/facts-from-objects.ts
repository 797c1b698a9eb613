import * as z from 'zod'
import type { Facts } from '../../domain/facts.ts'
import type { Checked, Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { canonical } from './canonical.ts'
import { factsMalformed } from './facts-rules.ts'
import { holdsOf } from './holds.ts'
import { readers } from './kinds.ts'
import {
  displayName,
  type Gathered,
  type Named,
  nothingGathered,
  type Observed,
} from './observed.ts'

/** Lists inside lists; kubectl never nests them. */
const MAX_NESTING = 4

const Identity = z.object({
  apiVersion: z.string(),
  kind: z.string().min(1),
  metadata: z.object({ name: z.string().min(1), namespace: z.string().nullish() }),
})
const List = z.object({
  apiVersion: z.string().optional(),
  kind: z.string().endsWith('List'),
  items: z.array(z.unknown()).nullable(),
})

/**
 * What plain Kubernetes objects of any kinds say, whatever their order. A kind counts as complete
 * when one of its objects, or a list of it, is there. What cannot be used is a warning.
 */
export function factsFromObjects(objects: readonly unknown[]): Checked<Facts> {
  return factsFromObserved(objects.map((object) => ({ object })))
}

/** The same, with the places of the objects for the warnings. */
export function factsFromObserved(observed: readonly Observed[]): Checked<Facts> {
  const into = nothingGathered()
  const findings: Finding[] = []
  for (const one of flatten(observed, into)) findings.push(...read(one, into))
  const value = canonical({
    ...(into.uid === undefined ? {} : { uid: into.uid }),
    complete: into.complete.filter((kind) => !into.untold.has(kind)),
    objects: into.objects,
    holders: into.holders,
    bindings: into.bindings,
    clusters: into.clusters,
    usage: [...into.usage.values()],
    blocks: into.blocks,
    holds: into.holds,
    nodes: into.nodes,
    drops: into.drops,
    proven: [],
    vips: [],
    tenants: [],
    mirrors: into.mirrors,
  })
  return { value, findings }
}

/** Objects out of their lists, those that a list of claims mirrors (Subnets) first. */
function flatten(observed: readonly Observed[], into: Gathered): readonly Observed[] {
  let found: readonly Observed[] = observed
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    if (!found.some(({ object }) => List.safeParse(object).success)) break
    found = found.flatMap((one) => itemsOf(one, into))
  }
  const [subnets, others] = [[] as Observed[], [] as Observed[]]
  for (const one of found) (kindOf(one.object) === 'Subnet' ? subnets : others).push(one)
  return [...subnets, ...others]
}

/** The items of a `ServiceList` may leave their kind out; a `List` holds any kinds. */
function itemsOf(one: Observed, into: Gathered): readonly Observed[] {
  const list = List.safeParse(one.object)
  if (!list.success) return [one]
  const { apiVersion, kind, items } = list.data
  const itemKind = kind.slice(0, -'List'.length)
  if (itemKind !== '') into.complete.push(itemKind)
  if (itemKind === 'Subnet') into.subnets ??= new Set()
  return (items ?? []).map((item) => {
    const bare = isObject(item) && itemKind !== '' && !('kind' in item)
    return { ...one, object: bare ? { apiVersion, ...item, kind: itemKind } : item }
  })
}

function read(one: Observed, into: Gathered): readonly Finding[] {
  const identity = Identity.safeParse(one.object)
  if (!identity.success || !isObject(one.object)) {
    const message = 'an object without apiVersion, kind and metadata.name is not counted'
    return [breach(factsMalformed, message, placeOf(one))]
  }
  const { apiVersion, kind, metadata } = identity.data
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const { name, namespace } = metadata
  const named: Named = {
    kind,
    group,
    name,
    object: one.object,
    ...(namespace ? { namespace } : {}),
  }
  const object = displayName(named)
  into.objects.push(object)
  into.complete.push(kind)
  into.holds.push(...holdsOf(object, one.object))
  const problems = readers.get(group === '' ? kind : `${group}/${kind}`)?.(named, into) ?? []
  return problems.map((problem) =>
    breach(factsMalformed, `${printable(object)} is not wholly counted: ${problem}`, {
      ...placeOf(one),
      object,
    }),
  )
}

function placeOf({ at }: Observed): Pick<Finding, 'at'> {
  return at === undefined ? {} : { at }
}

function kindOf(object: unknown): unknown {
  return isObject(object) && 'kind' in object ? object.kind : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
