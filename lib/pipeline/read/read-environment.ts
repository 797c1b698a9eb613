import type { Claim, ClaimKind } from '../../domain/claims/claim.ts'
import { objectName } from '../../domain/claims/claim.ts'
import type { Document } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Environment } from '../inputs.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { withoutDuplicates } from './duplicates.ts'
import {
  MAX_CLUSTER_VALUES,
  MAX_ENVIRONMENT_COST,
  MAX_ENVIRONMENT_DOCUMENTS,
  MAX_ENVIRONMENT_FINDINGS,
} from './limits.ts'
import type { Part, Source } from './part.ts'
import { type KnownClaim, readClaim } from './read-claim.ts'
import { type Known, readHead } from './read-head.ts'

const CLAIM_KINDS: ReadonlySet<string> = new Set([
  'VpcClaim',
  'SubnetClaim',
  'EipClaim',
  'Cluster',
  'KdcCluster',
] satisfies ClaimKind[])

/** What an environment may still cost, each part of it down to zero. */
interface Budget {
  documents: number
  cost: number
  findings: number
}

/** Reads the claims of one environment from the files of its folder. */
export function readEnvironment(
  namespace: string,
  part: Part,
): { readonly value: Environment; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const claims: Claim[] = []
  let readable = part.readable
  const left = {
    documents: MAX_ENVIRONMENT_DOCUMENTS,
    cost: MAX_ENVIRONMENT_COST,
    findings: MAX_ENVIRONMENT_FINDINGS,
  }
  for (const source of part.sources) {
    const read = readFile(source, namespace, left)
    for (const finding of read.findings) findings.push(finding)
    for (const claim of read.claims) claims.push(claim)
    readable &&= read.readable
    if (read.isLast) break
  }
  const { unique, findings: doubles } = withoutDuplicates(claims, objectName)
  for (const finding of doubles) findings.push(finding)
  readable &&= doubles.length === 0
  return { value: { namespace, claims: unique.toSorted(byKindAndName), readable }, findings }
}

/** Reads a file as far as the budget goes, and takes what that cost from it. */
function readFile({ file, text }: Source, namespace: string, left: Budget) {
  const documents = readDocuments(file, text)
  const findings = [...documents.findings]
  const claims: Claim[] = []
  let { readable } = documents
  let spent = 0
  left.cost -= documents.cost
  for (const document of documents.value) {
    if (left.cost < 0 || left.documents <= 0 || findings.length > left.findings) break
    const read = readObject(document, namespace)
    for (const finding of read.findings) findings.push(finding)
    if (read.claim === undefined) readable = false
    else claims.push(read.claim)
    left.documents -= 1
    spent += 1
  }
  const unread = documents.value[spent]
  const over = overBudget(left, findings.length, unread !== undefined)
  if (over !== undefined) {
    const at = unread?.at ?? { file: printable(file), line: 1, column: 1 }
    const message = `the environment has more than ${over}, this and what follows is not read`
    findings.push(breach(placementRules.tooMany, message, { at }))
    readable = false
  }
  left.findings -= findings.length
  return { claims, findings, readable, isLast: over !== undefined }
}

function overBudget(left: Budget, findings: number, isCut: boolean): string | undefined {
  if (left.cost < 0) return `${MAX_ENVIRONMENT_COST} words, marks and blanks`
  if (findings > left.findings) return `${MAX_ENVIRONMENT_FINDINGS} findings`
  return isCut ? `${MAX_ENVIRONMENT_DOCUMENTS} documents` : undefined
}

function readObject(
  document: Document,
  namespace: string,
): { readonly claim?: Claim; readonly findings: readonly Finding[] } {
  const head = readHead(document, 'environments', namespace)
  if (head.known === undefined || !isClaim(head.known)) return { findings: head.findings }
  if (isForeign(head.known) && hasMoreValues(document.value, MAX_CLUSTER_VALUES)) {
    const message = `${head.known.object} has more than ${MAX_CLUSTER_VALUES} values`
    const { object } = head.known
    return { findings: [breach(placementRules.tooMany, message, { at: document.at, object })] }
  }
  return readClaim(head.known, namespace)
}

/** Clusters are other people's kinds, most of whose fields are not read. */
function isForeign({ kind }: Known): boolean {
  return kind === 'Cluster' || kind === 'KdcCluster'
}

/** Whether there are more maps, lists and scalars in a value; what the reader gives is not deep. */
function hasMoreValues(value: unknown, limit: number): boolean {
  let left = limit
  const count = (one: unknown): void => {
    left -= 1
    if (left < 0 || typeof one !== 'object' || one === null) return
    for (const child of Object.values(one)) count(child)
  }
  count(value)
  return left < 0
}

function isClaim(known: Known): known is KnownClaim {
  return CLAIM_KINDS.has(known.kind)
}

function byKindAndName(a: Claim, b: Claim): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}
