import type { Finding } from '../../domain/finding.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { type Draft, documentOf } from './draft.ts'

/** The other party of a conflict, `SubnetClaim photon-prod/production`, with its place where it is known. */
export function relatedTo(
  draft: Draft,
  object: string,
  message: string,
): Required<Pick<Finding, 'parties' | 'related'>> {
  const { kind, namespace, name } = holderParts(object)
  const document = documentOf(draft, namespace, { kind, name })
  const related = document === undefined ? [] : [{ at: document.at, message, object }]
  return { parties: [{ object, message }], related }
}
