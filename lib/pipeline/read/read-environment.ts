import type { Claim, ClaimKind } from '../../domain/claims/claim.ts'
import { objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Environment } from '../inputs.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { withoutDuplicates } from './duplicates.ts'
import { MAX_ENVIRONMENT_DOCUMENTS } from './limits.ts'
import { type KnownClaim, readClaim } from './read-claim.ts'
import { type Known, readHead } from './read-head.ts'
import type { Part, Source } from './survey.ts'

/** Reads the claims of one environment from the files of its folder. */
export function readEnvironment(
  namespace: string,
  part: Part,
): { readonly value: Environment; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const claims: Claim[] = []
  let readable = part.readable
  let left = MAX_ENVIRONMENT_DOCUMENTS
  for (const source of part.sources) {
    const read = readFile(source, namespace, left)
    findings.push(...read.findings)
    claims.push(...read.claims)
    readable &&= read.readable
    left -= read.documents
    if (left < 0) break
  }
  const { unique, findings: doubles } = withoutDuplicates(claims, objectName)
  findings.push(...doubles)
  readable &&= doubles.length === 0
  return { value: { namespace, claims: unique.toSorted(byKindAndName), readable }, findings }
}

function readFile({ file, text }: Source, namespace: string, left: number) {
  const documents = readDocuments(file, text)
  const findings = [...documents.findings]
  const claims: Claim[] = []
  let { readable } = documents
  for (const document of documents.value.slice(0, left)) {
    const head = readHead(document, 'environments', namespace)
    const read = head.known && isClaim(head.known) ? readClaim(head.known, namespace) : undefined
    findings.push(...head.findings, ...(read?.findings ?? []))
    if (read?.claim === undefined) readable = false
    else claims.push(read.claim)
  }
  const beyond = documents.value[left]
  if (beyond !== undefined) {
    const message = `the environment has more than ${MAX_ENVIRONMENT_DOCUMENTS} documents, this and what follows is not read`
    findings.push(breach(placementRules.tooMany, message, { at: beyond.at }))
    readable = false
  }
  return { claims, findings, readable, documents: documents.value.length }
}

function isClaim(known: Known): known is KnownClaim {
  const claimKinds: readonly string[] = [
    'VpcClaim',
    'SubnetClaim',
    'EipClaim',
    'Cluster',
  ] satisfies ClaimKind[]
  return claimKinds.includes(known.kind)
}

function byKindAndName(a: Claim, b: Claim): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}
