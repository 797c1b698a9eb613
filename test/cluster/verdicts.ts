import * as fc from 'fast-check'
import { noFacts } from '../../lib/domain/facts.ts'
import type { RuleId } from '../../lib/domain/finding.ts'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { settings } from '../manifests/sample.ts'
import { treeOf } from '../read/tree-of.ts'
import type { Call } from './kube-call.ts'
import { handMade, type Wish, wishes } from './wishes.ts'

/** What the check refuses and the CRD takes, and why. */
export const onlyOurs: Readonly<Partial<Record<RuleId, string>>> = {
  'vpc/unknown-provider-network': 'needs the KMetal object',
  'vpc/no-external-subnet': 'needs the KMetal object',
  'eip/external-not-lrp': 'kMetal takes it, and a condition of the VpcClaim says so (M-172)',
  'subnet/gateway-last-address': 'CEL has no arithmetic of addresses',
  'subnet/gateway-network-address': 'not asked: a block of two addresses has none',
  'subnet/nothing-left': 'CEL does not add up ranges',
  'subnet/attachment-name': 'a name that follows from that of the claim',
  'name/too-long': 'needs namespace and name together',
  'field/null': 'the API server drops nulls and fills in the default',
}

/** A reversed range of IPv6: CEL knows no order of addresses. */
const backwards = /^[^.]*:[^.]*\.\.[^.]*:[^.]*$/

export interface Verdicts {
  readonly judged: number
  readonly taken: number
  readonly refused: number
  readonly unexplained: readonly string[]
  /** Rules that were the only reason to refuse what the CRD takes, sorted. */
  readonly met: readonly string[]
}

/** Asks the API server and the check about many claims, in a dry run. */
export async function verdicts(call: Call, namespace: string): Promise<Verdicts> {
  const all = [...handMade, ...fc.sample(wishes, { numRuns: 500, seed: 11 })]
  const unexplained: string[] = []
  const met = new Set<string>()
  let taken = 0
  const queue = [...all]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let wish = queue.pop(); wish !== undefined; wish = queue.pop()) {
        const api = await asked(call, namespace, wish)
        const ours = refusals(wish, namespace)
        if (api === undefined) taken += 1
        if (api === undefined) for (const { rule } of ours) met.add(rule)
        if (differs(wish, api, ours)) unexplained.push(say(wish, api, ours))
      }
    }),
  )
  return {
    judged: all.length,
    taken,
    refused: all.length - taken,
    unexplained,
    met: [...met].toSorted(),
  }
}

function documentOf({ kind, name, spec }: Wish) {
  const apiVersion = 'network.kmetal.io/v1alpha1'
  return { apiVersion, kind, metadata: { name }, ...(spec === undefined ? {} : { spec }) }
}

/** Why the API server refuses the claim; undefined where it takes it. */
async function asked(call: Call, namespace: string, wish: Wish): Promise<string | undefined> {
  const plural = `${wish.kind.toLowerCase()}s`
  const path = `/apis/network.kmetal.io/v1alpha1/namespaces/${namespace}/${plural}`
  const answer = await call('POST', `${path}?dryRun=All&fieldValidation=Strict`, documentOf(wish))
  return answer.status === 201 ? undefined : (answer.body.message ?? `status ${answer.status}`)
}

interface Refusal {
  readonly rule: RuleId
  readonly value: string | undefined
}

function refusals(wish: Wish, namespace: string): readonly Refusal[] {
  const file = `${JSON.stringify(documentOf(wish))}\n`
  const { value, findings } = readTree(treeOf({ [`environments/${namespace}/c.yaml`]: file }))
  const claims = value.environments.get(namespace)?.claims ?? []
  const context = { settings: settings(), facts: noFacts }
  return [...findings, ...claims.flatMap((claim) => checkClaim(claim, context))]
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, value: written }) => ({ rule, value: written }))
}

function differs(wish: Wish, api: string | undefined, ours: readonly Refusal[]): boolean {
  const binding = ours.filter(({ rule, value }) => !isOnlyOurs(rule, value))
  if (api === undefined) return binding.length > 0
  return ours.length === 0 && !isOnlyTheirs(wish)
}

function isOnlyOurs(rule: RuleId, value: string | undefined): boolean {
  return rule in onlyOurs || (rule === 'field/range' && backwards.test(value ?? ''))
}

/** The CRD has a limit so that the cost of its rules can be told; the check has none. */
function isOnlyTheirs({ spec }: Wish): boolean {
  const selector = (spec as { readonly clusterSelector?: { readonly matchLabels?: object } })
    ?.clusterSelector
  return Object.keys(selector?.matchLabels ?? {}).length > 64
}

function say(wish: Wish, api: string | undefined, ours: readonly Refusal[]): string {
  const rules = ours.map(({ rule }) => rule).join(', ')
  return `${JSON.stringify(wish)}: the API says ${api ?? 'yes'}, the check says ${rules || 'yes'}`
}
