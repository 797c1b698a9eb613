import { quote } from '../../domain/claims/quote.ts'
import { providerSubnetAnnotation } from '../../domain/claims/vpc-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { providerNetworksAnnotation } from '../../domain/grants.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'
import { didYouMean } from './did-you-mean.ts'
import type { Subject } from './inspect.ts'
import type { KindName } from './kinds.ts'
import { nearest } from './nearest.ts'
import { fieldPath } from './paths.ts'
import type { Known } from './read-head.ts'

/** What people write with these prefixes is meant for us, or for kMetal. */
const prefixes = ['network.kmetal.io/', 'netclaim.dev/']

/** The annotations that are read, by the kind of the object. */
const annotationsOf: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  VpcClaim: [providerSubnetAnnotation],
  Namespace: [providerNetworksAnnotation],
}

/** Warnings about labels and annotations that are meant to do something, and do nothing. */
export function keysNotRead(subject: Known): readonly Finding[] {
  const read = annotationsOf[subject.kind] ?? []
  return [
    ...keysOf(subject, 'annotations')
      .filter((key) => !read.includes(key))
      .map((key) => notRead(subject, ['annotations', key], hintFor(key, read))),
    ...keysOf(subject, 'labels').map((key) => {
      const hint = read.includes(key) ? 'write it as an annotation' : hintFor(key, read)
      return notRead(subject, ['labels', key], hint)
    }),
  ]
}

function keysOf({ document }: Subject, map: string): readonly string[] {
  const value = valueAt(document.value, ['metadata', map])
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)))
}

function hintFor(key: string, read: readonly string[]): string {
  const meant = nearest(key, read)
  return meant === undefined ? 'leave it out' : didYouMean(key, meant, 'the annotation ')
}

function notRead(
  { document, object }: Subject,
  [map, key]: readonly ['annotations' | 'labels', string],
  hint: string,
): Finding {
  const path = ['metadata', map, key]
  return breach(fieldRules.unknown, `${map.slice(0, -1)} ${quote(key)} is not read`, {
    severity: 'warning',
    at: document.place(path, 'key'),
    ...(object === undefined ? {} : { object }),
    field: fieldPath(path),
    hint,
  })
}
