import { KdcClusterFile } from '../../domain/claims/kdc-cluster-file.ts'
import type { Finding } from '../../domain/finding.ts'
import { valueAt } from '../../domain/value-at.ts'
import { foreignSlips } from './foreign-slips.ts'
import type { Known } from './read-head.ts'
import { vipKeyFindings } from './vip-key-findings.ts'

const SPEC = ['spec']

/** What the schema of a KdcCluster, most of whose fields are left alone, does not see. */
export function kdcClusterFindings(known: Known): readonly Finding[] {
  const workers = valueAt(known.document.value, [...SPEC, 'workers'])
  const pools = (Array.isArray(workers) ? workers : []).map((_, index) => ['workers', index])
  const maps = [[], ['network'], ...pools]
  return [
    ...vipKeyFindings(known),
    ...maps.flatMap((path) => foreignSlips(KdcClusterFile, known, [...SPEC, ...path])),
  ]
}
