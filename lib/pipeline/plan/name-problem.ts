import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { NameSpace } from '../../domain/ledger/name-book.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Draft } from './draft.ts'
import { relatedTo } from './related.ts'

/** A derived name that a claim needs. */
export interface Wish {
  readonly space: NameSpace
  readonly name: string
  /** Who would have it, when that is not the claim itself. */
  readonly holder?: string
}

const WHAT = {
  datapath: 'Vpc or Subnet',
  OvnEip: 'OvnEip',
  NetworkAttachmentDefinition: 'NetworkAttachmentDefinition',
} as const

/** Says who has a derived name already. */
export function nameProblem(draft: Draft, claim: Claim, wish: Wish): readonly Finding[] {
  const holder = wish.holder ?? objectName(claim)
  const other = draft.names.conflict(wish.space, wish.name, holder)
  if (other === undefined) return []
  const isAttachment = wish.space === 'NetworkAttachmentDefinition'
  const rule = isAttachment ? conflictRules.attachmentTaken : conflictRules.nameTaken
  const message = `${claim.kind} "${claim.name}" needs the ${WHAT[wish.space]} name "${wish.name}", which ${said(other)} has already`
  return [
    breach(rule, message, {
      at: claim.document.at,
      object: objectName(claim),
      value: wish.name,
      hint: isAttachment ? 'set another attachment.name' : 'choose another name for the claim',
      ...relatedTo(draft, other, `${said(other)} has "${wish.name}"`),
    }),
  ]
}

/** `SubnetClaim "edge" of "photon-prod"` for a claim, else the object as it is. */
function said(holder: string): string {
  const space = holder.lastIndexOf(' ')
  const [kind, path] = [holder.slice(0, space), holder.slice(space + 1)]
  const [namespace, name] = path.split('/')
  return name === undefined ? `${kind} "${path}"` : `${kind} "${name}" in namespace "${namespace}"`
}
