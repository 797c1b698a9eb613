import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { unknownSelector } from './matches.ts'
import { policyRules } from './policy-rules.ts'
import { nameOf, type Policy } from './read-policies.ts'

/** Policies with this annotation are left to the API server. */
export const CHECK_ANNOTATION = 'netclaim.dev/check'

/** What to do about a policy that cannot be asked here. */
export const skipHint = `annotate the policy with ${CHECK_ANNOTATION}: skip to leave it to the API server`

/** Parts of a policy that only the cluster can answer. */
export function fromElsewhere(policy: Policy): readonly Finding[] {
  const { known, file, bindings } = policy
  const parts = [
    file.spec.paramKind && 'spec.paramKind',
    unknownSelector(file.spec.matchConstraints),
    ...bindings.flatMap(({ file: { spec } }) => [
      spec.paramRef !== undefined && 'paramRef of its binding',
      spec.matchResources && unknownSelector(spec.matchResources),
    ]),
  ].filter((part) => typeof part === 'string')
  return parts.map((part) =>
    breach(
      policyRules.unknown,
      `policy "${nameOf(policy)}" has ${part}, which only the cluster knows`,
      {
        at: known.document.at,
        object: known.object,
        hint: skipHint,
      },
    ),
  )
}
