import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding, Place } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Inputs } from '../inputs.ts'
import { type Asked, askFor, objectOfClaim } from './asked.ts'
import type { CelEngine } from './cel/cel-engine.ts'
import { CHECK_ANNOTATION } from './from-elsewhere.ts'
import { MAX_VERDICTS } from './limits.ts'
import { policyRules } from './policy-rules.ts'
import { type Prepared, prepare } from './prepare.ts'
import { nameOf } from './read-policies.ts'
import { type Denial, type User, verdictsOf } from './verdicts.ts'

/** What the policies say. */
export interface PolicyJudge {
  /** About the policies themselves. */
  readonly findings: readonly Finding[]
  /** About a claim, new or in place of `former`. */
  readonly claim: (claim: Claim, former?: Claim) => readonly Finding[]
  /** About an object that is rendered of a claim. */
  readonly rendered: (claim: Claim, asked: Asked) => readonly Finding[]
}

/** Undefined where there is no policy to ask. Throws where there is one, and nothing to evaluate it. */
export function policyJudge(
  { policies, settings }: Inputs,
  cel: CelEngine | undefined,
): PolicyJudge | undefined {
  const asked = policies.filter(
    ({ file }) => file.metadata.annotations?.[CHECK_ANNOTATION] !== 'skip',
  )
  if (asked.length === 0) return undefined
  if (cel === undefined) throw new Error('there are policies, and no engine to evaluate them')
  cel.begin()
  const users = settings.appliers.map(userOf)
  const all = asked.map((policy) => prepare(policy, cel, users.length > 0))
  const context = { cel, users: users.length > 0 ? users : [nobody] }
  const about = (claim: Claim, request: Asked, what: string, note?: string) =>
    firstOf(all, request, context).map(({ name, at, action, message, expression }) => {
      const text = `policy "${name}" ${words[action]} ${what}: ${printable(message, 500)}`
      const place = { at: claim.document.at, object: objectName(claim), value: name }
      const broken = expression && `the policy asks for ${printable(expression, 300)}`
      const hint = [broken, note].filter(Boolean).join('; ')
      const related = [{ at, message: `policy "${name}"` }]
      return breach(rules[action], text, { ...place, ...(hint && { hint }), related })
    })
  return {
    findings: all.flatMap(({ findings }) => findings),
    claim: (claim, former) => {
      const request = askFor(objectOfClaim(claim), former && objectOfClaim(former))
      return about(claim, request, objectName(claim))
    },
    rendered: (claim, request) =>
      about(claim, request, wordsFor(request, claim), noteFor(request, claim)),
  }
}

interface Verdict extends Denial {
  /** Of the policy, and where it stands. */
  readonly name: string
  readonly at: Place
}

/** What the policies say about a request, up to a limit; beyond it only a first denial counts. */
function firstOf(
  all: readonly { readonly prepared: Prepared }[],
  request: Asked,
  context: Parameters<typeof verdictsOf>[2],
): readonly Verdict[] {
  const said: Verdict[] = []
  for (const { prepared } of all) {
    const isDenied = said.some(({ action }) => action === 'Deny')
    if (said.length >= MAX_VERDICTS && isDenied) break
    const name = nameOf(prepared.policy)
    const { at } = prepared.policy.known.document
    const more = verdictsOf(prepared, request, context).map((one) => ({ name, at, ...one }))
    const denial = isDenied ? undefined : more.find(({ action }) => action === 'Deny')
    const rest = more.filter((one) => one !== denial)
    said.push(
      ...(denial ? [denial] : []),
      ...rest.slice(0, Math.max(0, MAX_VERDICTS - said.length)),
    )
  }
  return said
}

/** A claim is rendered, too, and then goes by its own name. */
function wordsFor(request: Asked, claim: Claim): string {
  return isItself(request, claim) ? objectName(claim) : `${request.kind.kind} ${request.name} of it`
}

/** Who wrote a label that a policy demands must learn where it went. */
function noteFor(request: Asked, claim: Claim): string | undefined {
  const keys = [...Object.keys(claim.labels), ...Object.keys(claim.annotations)]
  if (!isItself(request, claim) || keys.length === 0) return undefined
  return 'its object in the cluster has no label and no annotation of its file: those stay in Git'
}

function isItself({ kind: { kind }, name, namespace }: Asked, claim: Claim): boolean {
  return kind === claim.kind && name === claim.name && namespace === claim.namespace
}

const rules = { Deny: policyRules.denied, Warn: policyRules.warned, Audit: policyRules.audited }
const words = { Deny: 'denies', Warn: 'warns about', Audit: 'notes' }
const nobody: User = { username: '', groups: [] }

/** A service account with the groups that it is always in. */
function userOf(username: string): User {
  const namespace = /^system:serviceaccount:([^:]+):/.exec(username)?.[1]
  const groups =
    namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  return { username, groups: [...groups, 'system:authenticated'] }
}
