import type { Finding } from '../../domain/finding.ts'
import { type Draft, documentOf } from './draft.ts'

/** The other party of a conflict, `SubnetClaim photon-prod/production`, with its place where it is known. */
export function relatedTo(
  draft: Draft,
  object: string,
  message: string,
): Required<Pick<Finding, 'parties' | 'related'>> {
  const [kind = '', path = ''] = object.split(' ')
  const [namespace = '', name = ''] = path.split('/')
  const document = documentOf(draft, namespace, { kind, name })
  const related = document === undefined ? [] : [{ at: document.at, message, object }]
  return { parties: [{ object, message }], related }
}
