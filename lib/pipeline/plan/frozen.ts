import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'

/** Says that nothing moves, at the first fault of those files on which everything rests. */
export function frozenFinding(findings: readonly Finding[]): Finding {
  const cause = findings.find(
    ({ severity, at }) => severity === 'error' && at !== undefined && isOperators(at.file),
  )
  const message = `${cause?.at?.file ?? 'platform/'} cannot be used as it is: everything stays as it was, and nothing is allocated`
  return breach(supplyRules.frozen, message, cause?.at === undefined ? {} : { at: cause.at })
}

function isOperators(file: string): boolean {
  return /^(netclaim\.yaml$|platform\/|acknowledgements\/)/.test(file)
}
