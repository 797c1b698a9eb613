import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { check } from '../../lib/pipeline/check.ts'
import type { CheckResult } from '../../lib/pipeline/check-request.ts'
import type { AllocationRow, Report } from '../../lib/pipeline/report.ts'
import { claim, documents, type Files, platformFile } from '../plan/files.ts'
import { engine } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'

/** A check of two folders, with the usual platform in both unless they hold another. */
export interface Question {
  readonly head: Files
  /** Left out: the platform alone. */
  readonly base?: Files
  readonly facts?: Partial<Facts>
}

const path = 'platform/kmetal.yaml'

/** What the check says of `head`, which stands on `base`. */
export function ask({ head, base = {}, facts }: Question): CheckResult {
  const platform = { [path]: platformFile() }
  return check({
    base: treeOf({ ...platform, ...base }),
    head: treeOf({ ...platform, ...base, ...head }),
    engine,
    ...(facts === undefined ? {} : { facts: { ...noFacts, ...facts } }),
  })
}

/** What the check says of claims of photon-prod that are new. */
export function askFor(...claims: readonly string[]): Report {
  return ask({ head: { 'environments/photon-prod/claims.yaml': documents(...claims) } }).report
}

/** A VPC with a way out. */
export const vpc = claim('VpcClaim', 'main', '{externalAccess: true}')

/** A VPC without. */
export const closedVpc = claim('VpcClaim', 'main', '{externalAccess: false}')

/** A SubnetClaim. */
export function subnet(name: string, cidrBlock: string, more = ''): string {
  return claim('SubnetClaim', name, `{cidrBlock: "${cidrBlock}"${more}}`)
}

/** An EipClaim, pinned where an address is given. */
export function eip(name: string, address?: string): string {
  return claim('EipClaim', name, address === undefined ? '{}' : `{v4Ip: ${address}}`)
}

/** The findings of those severities as `error pool/full`, in order. */
export function said(
  { findings }: Pick<Report, 'findings'>,
  severities: readonly Finding['severity'][] = ['error', 'warning'],
): readonly string[] {
  return findings
    .filter(({ severity }) => severities.includes(severity))
    .map(({ severity, rule }) => `${severity} ${rule}`)
}

/** The one finding of a rule. Throws where there is none, or more. */
export function only({ findings }: Pick<Report, 'findings'>, rule: string): Finding {
  const found = findings.filter((one) => one.rule === rule)
  const [first] = found
  if (first === undefined || found.length > 1) {
    const all = findings.map((one) => `${one.rule}: ${one.message}`)
    throw new Error(`${found.length} findings of ${rule} in ${JSON.stringify(all)}`)
  }
  return first
}

/** `photon-prod/web` → address, of all allocations. */
export function addresses({ allocations }: Pick<Report, 'allocations'>): Record<string, string> {
  const pairs = allocations.map(
    (row) => [`${row.environment}/${nameOf(row)}`, row.address ?? ''] as const,
  )
  return Object.fromEntries(pairs)
}

function nameOf({ claim: name }: AllocationRow): string {
  return name.slice(name.indexOf(' ') + 1)
}
