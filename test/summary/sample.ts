import type { Finding } from '../../lib/domain/finding.ts'
import type { Report } from '../../lib/pipeline/report.ts'
import type { Summary } from '../../lib/summary/summary.ts'

/** An overlap, in the seed's wording. */
export const overlap: Finding = {
  rule: 'subnet/overlap',
  severity: 'error',
  at: { file: 'environments/photon-prod/lab.yaml', line: 7, column: 14 },
  object: 'SubnetClaim photon-prod/lab',
  field: 'spec.cidrBlock',
  value: '10.100.0.0/25',
  message:
    'cidrBlock "10.100.0.0/25" overlaps SubnetClaim "production" (10.100.0.0/24) in namespace "photon-prod"',
  hint: 'choose a block outside 10.100.0.0/24',
  related: [
    {
      at: { file: 'environments/photon-prod/claims.yaml', line: 12, column: 14 },
      message: 'SubnetClaim "production" has it since before',
    },
  ],
}

/** A change that is accepted: one claim kept, one new. */
export const accepted: Report = {
  verdict: 'accept',
  findings: [],
  changes: [{ action: 'create', path: 'rendered/environments/photon-prod/eipclaim-web.yaml' }],
  allocations: [
    {
      environment: 'photon-prod',
      claim: 'EipClaim external',
      pool: 'ext-a',
      address: '198.51.100.22',
      origin: 'kept',
    },
    {
      environment: 'photon-prod',
      claim: 'EipClaim web',
      pool: 'ext-a',
      address: '198.51.100.24',
      origin: 'new',
    },
  ],
  capacity: [
    { pool: 'ext-a', family: 'IPv4', size: '180', used: '110', free: '69', tombstoned: '1' },
    { pool: 'photon-prod/v6', family: 'IPv6', size: '18446744073709551613', free: '0' },
  ],
}

/** The whole summary of a report. */
export function summaryOf(report: Report, more: Partial<Summary> = {}): Summary {
  return {
    report,
    capacityBefore: [
      { pool: 'ext-a', family: 'IPv4', size: '180', used: '91', free: '88', tombstoned: '1' },
    ],
    diffs: [
      {
        action: 'create',
        path: 'rendered/environments/photon-prod/eipclaim-web.yaml',
        lines: () => ['@@ -0,0 +1,1 @@', '+kind: OvnEip'],
      },
    ],
    sources: ['head .', 'base main'],
    ...more,
  }
}

/** A refused report with these findings. */
export function refused(...findings: readonly Finding[]): Report {
  return { ...accepted, verdict: 'refuse', findings }
}

/** What a stranger could write into a file to take over a terminal, a log or a page. */
export const hostile =
  '\u001B[31mred\u001B]0;title\u0007\r\nnew line\u202Eevil\u2066\u200B\u{E0041} `code` ``` | <script>alert(1)</script> <img src=x> @everyone #1 GH-2 https://evil.example www.evil.example [x](javascript:1) ![i](x) **b** _i_ ~~s~~ $x$ &lt; :+1: \uD800'
