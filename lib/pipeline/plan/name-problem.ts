import { type Claim, objectName } from '../../domain/claims/claim.ts'
import { dashPrefixes } from '../../domain/dash-prefixes.ts'
import type { Finding } from '../../domain/finding.ts'
import { holderName } from '../../domain/ledger/entry.ts'
import type { NameSpace } from '../../domain/ledger/name-book.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Draft } from './draft.ts'
import { isGoing } from './not-yet-gone.ts'
import { relatedTo } from './related.ts'

/** A derived name that a claim needs. */
export interface Wish {
  readonly space: NameSpace
  readonly name: string
  /** Who would have it, when that is not the claim itself. */
  readonly holder?: string
  /** The way out, where another name for the claim is none. */
  readonly hint?: string
}

const WHAT = {
  datapath: 'Vpc or Subnet',
  OvnEip: 'OvnEip',
  NetworkAttachmentDefinition: 'NetworkAttachmentDefinition',
  AddressReservation: 'AddressReservation',
} as const

/** Says who has a derived name already, or whose it looks like. */
export function nameProblem(draft: Draft, claim: Claim, wish: Wish): readonly Finding[] {
  const holder = wish.holder ?? objectName(claim)
  const taker = draft.names.conflict(wish.space, wish.name, holder)
  const other = taker && claimBehind(draft, taker)
  if (other === undefined) return wish.holder === undefined ? prefixProblem(draft, claim, wish) : []
  const isAttachment = wish.space === 'NetworkAttachmentDefinition'
  const rule = isAttachment ? conflictRules.attachmentTaken : conflictRules.nameTaken
  const message = `${claim.kind} "${claim.name}" needs the ${WHAT[wish.space]} name "${wish.name}", which ${said(other)} has ${isGoing(draft, other) ? 'until it is proven gone' : 'already'}`
  return [
    breach(rule, message, {
      at: claim.document.at,
      object: objectName(claim),
      value: wish.name,
      hint: wish.hint ?? (isAttachment ? attachmentHint : 'choose another name for the claim'),
      ...relatedTo(draft, other, `${said(other)} has "${wish.name}"`),
    }),
  ]
}

/** A Vpc is that of the VpcClaim which its environment holds, if it holds one. */
function claimBehind({ books }: Draft, holder: string): string {
  const namespace = /^Vpc (.+)$/.exec(holder)?.[1] ?? ''
  const claim = vpcOf(books.get(namespace) ?? new Map())
  return claim === undefined ? holder : holderName(namespace, claim)
}

const attachmentHint = 'set another attachment.name'

/** Says that a derived name begins like those of another environment, which may want it one day. */
function prefixProblem(draft: Draft, claim: Claim, wish: Wish): readonly Finding[] {
  if (wish.space === 'NetworkAttachmentDefinition') return []
  const environments = environmentsOf(draft)
  const starts = dashPrefixes(claim.name).map((start) => `${claim.namespace}-${start}`)
  // A Subnet could take the very name of the other one's Vpc.
  const names = wish.space === 'datapath' ? [...starts, wish.name] : starts
  const other = names.findLast((name) => environments.has(name))
  if (other === undefined) return []
  const start = other.slice(claim.namespace.length + 1)
  const message = `${claim.kind} "${claim.name}" gets the ${WHAT[wish.space]} name "${wish.name}", which begins like those of environment "${other}"`
  return [
    breach(conflictRules.namePrefix, message, {
      at: claim.document.at,
      object: objectName(claim),
      value: wish.name,
      hint: `choose a name for the claim that does not begin with "${start}"`,
    }),
  ]
}

const known = new WeakMap<Draft, ReadonlySet<string>>()

/** The environments that a plan knows of; those whose names begin alike are always among them. */
function environmentsOf(draft: Draft): ReadonlySet<string> {
  const before = known.get(draft)
  if (before !== undefined) return before
  const { inputs, state } = draft
  const all = new Set([...inputs.environments.keys(), ...(inputs.beside?.keys() ?? [])])
  for (const [namespace, { size }] of state.books) if (size > 0) all.add(namespace)
  known.set(draft, all)
  return all
}

/** `SubnetClaim "edge" of "photon-prod"` for a claim, else the object as it is. */
function said(holder: string): string {
  const space = holder.lastIndexOf(' ')
  const [kind, path] = [holder.slice(0, space), holder.slice(space + 1)]
  const [namespace, name] = path.split('/')
  return name === undefined ? `${kind} "${path}"` : `${kind} "${name}" in namespace "${namespace}"`
}
