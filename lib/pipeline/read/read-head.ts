import * as z from 'zod'
import { quote } from '../../domain/claims/quote.ts'
import type { Document, Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'
import { didYouMean } from './did-you-mean.ts'
import { fieldFinding, inspect, type Subject } from './inspect.ts'
import { type Folder, folderNames, type KindName, kinds, knownKind } from './kinds.ts'
import { nearest } from './nearest.ts'

/** An object of a kind that may stand in its folder. */
export interface Known extends Subject {
  readonly kind: KindName
  readonly object: string
}

const Head = z.looseObject({ apiVersion: z.string(), kind: z.string() })

const KIND = ['kind']
const API_VERSION = ['apiVersion']
const NAME = ['metadata', 'name']
const NAMESPACE = ['metadata', 'namespace']

/** What kind of object a document is; only findings where it may not stand in `folder`. */
export function readHead(
  document: Document,
  folder: Folder,
  environment?: string,
): { readonly known?: Known; readonly findings: readonly Finding[] } {
  const name = valueAt(document.value, KIND)
  const version = valueAt(document.value, API_VERSION)
  if (typeof name !== 'string' || typeof version !== 'string') {
    const object = typeof name === 'string' ? objectOf(document, name, environment) : undefined
    return { findings: inspect(Head, { document, ...(object && { object }) }).findings }
  }
  const object = objectOf(document, name, environment)
  const subject = { document, object }
  const kind = knownKind(name)
  if (kind === undefined) return { findings: [unknownKind(subject, name, version)] }
  const { apiVersions, folder: home } = kinds[kind]
  if (!apiVersions.some((known) => known === version)) {
    const message = `apiVersion ${quote(version)} is not that of ${kind}`
    const hint = `write ${apiVersions.join(' or ')}`
    return {
      findings: [finding(subject, 'apiVersion', placementRules.apiVersion, { message, hint })],
    }
  }
  if (home !== folder) {
    const message = `${kind} may not stand in ${folder}/`
    const hint = `move it to ${folderNames[home]}`
    return { findings: [finding(subject, 'kind', placementRules.folder, { message, hint })] }
  }
  return { known: { document, object, kind }, findings: [] }
}

function unknownKind(subject: Subject, name: string, version: string): Finding {
  if (name.endsWith('List')) {
    return finding(subject, 'kind', placementRules.list, {
      message: `kind ${quote(name)} is a list of objects`,
      hint: 'write each item as a document of its own, with a line "---" between them',
    })
  }
  const near = nearest(name, Object.keys(kinds))
  return finding(subject, 'kind', placementRules.unknownKind, {
    message: `kind ${quote(name)} of apiVersion ${quote(version)} is no claim`,
    hint: near
      ? didYouMean(name, near)
      : 'claims are VpcClaim, SubnetClaim, EipClaim, Cluster and KdcCluster; nothing else is passed through',
  })
}

function finding(
  subject: Subject,
  field: string,
  rule: Rule,
  said: { readonly message: string; readonly hint: string },
): Finding {
  return fieldFinding(subject, [field], { rule, ...said })
}

/** `EipClaim photon-prod/web`, as far as it can be read. */
function objectOf(document: Document, kind: string, environment?: string): string {
  const name = textAt(document, NAME)
  const namespace = textAt(document, NAMESPACE) ?? environment
  const full =
    namespace !== undefined && name !== undefined ? `${namespace}/${name}` : (namespace ?? name)
  return `${printable(kind, 63)}${full === undefined ? '' : ` ${full}`}`
}

function textAt(document: Document, path: Path): string | undefined {
  const value = valueAt(document.value, path)
  const written = typeof value === 'string' ? value : document.source(path)
  return value === null || !written ? undefined : printable(written, 63)
}
