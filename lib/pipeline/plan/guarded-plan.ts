import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Manifest } from '../../domain/manifests/manifest.ts'
import { arenaPart } from '../../domain/vip/arena-part.ts'
import type { Inputs } from '../inputs.ts'
import { askFor, type PlainObject } from '../policies/asked.ts'
import { type PolicyJudge, policyJudge } from '../policies/policy-judge.ts'
import type { StateTree } from '../report.ts'
import { readWritten } from '../yaml/read-written.ts'
import { type Plan, plan } from './plan.ts'
import type { PlanRequest } from './plan-request.ts'
import { renderEnvironment } from './render-environment.ts'

/** How often a plan is made anew because what it would render is denied; then the rest is said, and stays. */
const MAX_ROUNDS = 5

/**
 * The plan under the organisation's policies. What a claim's rendered objects break counts against the claim as what it
 * breaks itself: a new one is refused, and the plan made again without it; who holds something already is warned.
 */
export function guardedPlan(request: PlanRequest): Plan {
  const { inputs, cel } = request
  const judge = policyJudge(inputs, cel)
  if (judge === undefined) return plan(request)
  const former = claimsOf(request.before)
  const objections = new Map<string, readonly Finding[]>()
  const guard = (claim: Claim, isHeld: boolean): readonly Finding[] => {
    const name = objectName(claim)
    const before = isHeld ? (former.get(name) ?? claim) : undefined
    const own = claim.spec === undefined ? [] : judge.claim(claim, before)
    // The claim is among what is rendered of it, and mostly the same is said of both.
    const said = new Set(own.map(({ message }) => message))
    const more = objections.get(name)?.filter(({ message }) => !said.has(message)) ?? []
    return [...own, ...more]
  }
  const [claims, known] = [claimsOf(inputs), new Map<string, readonly PlainObject[]>()]
  let made = plan(request, guard)
  for (let round = 1; round < MAX_ROUNDS && made.moves === true; round += 1) {
    const more = objectionsTo(made, request, { judge, claims, known })
    const fresh = [...more].filter(([name]) => !objections.has(name))
    if (fresh.length === 0) break
    for (const [name, findings] of fresh) objections.set(name, findings)
    made = plan(request, guard)
  }
  // In a part of the tree no policy was changed.
  const own = inputs.planned === undefined ? judge.findings : []
  return { ...made, findings: [...own, ...made.findings] }
}

interface Looking {
  readonly judge: PolicyJudge
  readonly claims: ReadonlyMap<string, Claim>
  /** Objects of rendered files before, by path. */
  readonly known: Map<string, readonly PlainObject[]>
}

/** What the policies say about what a plan renders, by the claim that it is rendered of. */
function objectionsTo(
  { state, platform, view }: Plan,
  { inputs: { settings }, rendered = new Map() }: PlanRequest,
  { judge, claims, known }: Looking,
): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>()
  const [open, imported] = [new Set(state.open), new Set(state.imported)]
  for (const [namespace, book] of state.books) {
    const arena = state.arenas.get(namespace)
    const isArenaImported = imported.has(arenaPart(namespace))
    const context = { namespace, book, platform, settings, view, open, arena, isArenaImported }
    for (const [path, make] of renderEnvironment(context)) {
      for (const manifest of make()) {
        const claim = claimOf(manifest, namespace, claims)
        if (claim === undefined) continue
        const before = objectsAt(path, rendered, known).find((one) => isSameObject(one, manifest))
        const said = judge.rendered(claim, askFor(manifest, before))
        const name = objectName(claim)
        if (said.length > 0) found.set(name, [...(found.get(name) ?? []), ...said])
      }
    }
  }
  return found
}

/** An address that nobody wrote a claim for is the VPC's. */
function claimOf(
  { metadata }: Manifest,
  namespace: string,
  claims: ReadonlyMap<string, Claim>,
): Claim | undefined {
  const own = claims.get(metadata.annotations['netclaim.dev/claim'] ?? '')
  return own ?? claims.get(namespace)
}

function objectsAt(
  path: string,
  rendered: StateTree,
  known: Map<string, readonly PlainObject[]>,
): readonly PlainObject[] {
  const found = known.get(path)
  if (found !== undefined) return found
  const text = rendered.get(path)
  // We wrote it: each document is an object.
  const objects = ((text !== undefined && readWritten(path, text)) || []) as readonly PlainObject[]
  known.set(path, objects)
  return objects
}

function isSameObject(one: PlainObject, { kind, metadata }: Manifest): boolean {
  return one.kind === kind && one.metadata.name === metadata.name
}

/** The claims by name; the VpcClaim of an environment also by that alone. */
function claimsOf(inputs: Inputs | undefined): ReadonlyMap<string, Claim> {
  const claims = new Map<string, Claim>()
  for (const { namespace, claims: all } of inputs?.environments.values() ?? []) {
    for (const claim of all) {
      claims.set(objectName(claim), claim)
      if (claim.kind === 'VpcClaim') claims.set(namespace, claim)
    }
  }
  return claims
}
