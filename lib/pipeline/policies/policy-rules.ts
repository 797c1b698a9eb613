import type { RuleId, Severity } from '../../domain/finding.ts'
import type { Rule } from '../../domain/rules/rule.ts'

/** What is said about the organisation's own admission policies, and by them. */
export const policyRules = {
  denied: rule('denied', 'error', {
    wants:
      'A claim, and what is rendered of it, passes every policy in platform/policies/ that is bound with Deny.',
    why: 'The API server would refuse it after the merge. Who holds something already keeps it and is warned.',
    example:
      'validations: [{expression: "object.spec.type != \'lrp\'", message: no router ports here}]',
  }),
  warned: rule('warned', 'warning', {
    wants: 'A claim, and what is rendered of it, passes every policy that is bound with Warn.',
    why: 'The API server would take it and warn.',
    example: 'validationActions: [Warn]',
  }),
  audited: rule('audited', 'info', {
    wants: 'What breaks a policy that is bound with Audit is told.',
    why: 'The API server would note it in its audit log.',
    example: 'validationActions: [Audit]',
  }),
  expression: rule('expression', 'error', {
    wants:
      'Every expression of a policy is CEL, a validation a bool and a message a string whatever it is asked about.',
    why: 'The API server takes no policy with any other expression.',
    example: 'expression: object.spec.type ==',
  }),
  unknown: rule('unknown', 'error', {
    wants: 'A policy uses only what is known to mean the same here and in the API server.',
    why: 'Else a pull request could pass here and fail after the merge. What such a policy asks about is refused, or with failurePolicy Ignore let through.',
    example: 'expression: "object.status.ready"',
  }),
  tooMany: rule('too-many', 'error', {
    wants: 'There are at most 100 policies, and their expressions have at most 200,000 characters.',
    why: 'Each check compiles all of them, and asks them about every claim that it looks at.',
    example: 'the policies of a whole cluster copied to platform/policies/',
  }),
  unbound: rule('unbound', 'warning', {
    wants: 'Every policy has a binding, and every binding a policy.',
    why: 'One without the other does nothing.',
    example:
      'kind: ValidatingAdmissionPolicyBinding\nspec: {policyName: a-policy-that-is-not-there}',
  }),
}

function rule(
  problem: string,
  severity: Severity,
  about: Pick<Rule, 'wants' | 'why' | 'example'>,
): Rule {
  const id: RuleId = `policy/${problem}`
  return { id, severity, ...about, source: 'Kubernetes, ValidatingAdmissionPolicy' }
}
