import type { Related } from '../../domain/finding.ts'
import { type Draft, documentOf } from './draft.ts'

/** The other party of a conflict, `SubnetClaim photon-prod/production`, with its place where it is known. */
export function relatedTo(draft: Draft, holder: string, message: string): readonly Related[] {
  const [kind = '', path = ''] = holder.split(' ')
  const [namespace = '', name = ''] = path.split('/')
  const document = documentOf(draft, namespace, { kind, name })
  return document === undefined ? [] : [{ at: document.at, message, object: holder }]
}
