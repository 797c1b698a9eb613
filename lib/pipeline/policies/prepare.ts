import type { Finding } from '../../domain/finding.ts'
import { fieldFinding } from '../read/inspect.ts'
import type { CelEngine, Program } from './cel/cel-engine.ts'
import type { ResultType, Types } from './cel/result-type.ts'
import { fromElsewhere, skipHint } from './from-elsewhere.ts'
import { policyRules } from './policy-rules.ts'
import type { Policy } from './read-policies.ts'

/** An expression under its name. */
export interface Named {
  readonly name: string
  readonly program: Program
}

export interface Validation {
  readonly program: Program
  readonly expression: string
  readonly message?: string
  readonly messageProgram?: Program
}

/** A policy that can be asked. */
export interface Prepared {
  readonly policy: Policy
  readonly conditions: readonly Named[]
  readonly variables: readonly Named[]
  readonly validations: readonly Validation[]
  /** Why it cannot be asked after all. */
  readonly problem?: string
}

/** Compiles a policy; what cannot be, or means what only the cluster knows, is told. */
export function prepare(
  policy: Policy,
  cel: CelEngine,
  knowsUser: boolean,
): { readonly prepared: Prepared; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const compile = compiler(policy, { cel, knowsUser, findings })
  const { matchConditions = [], variables = [], validations } = policy.file.spec
  const known = new Map<string, ResultType>()
  const named = (list: typeof variables, field: string): readonly Named[] =>
    list.flatMap(({ name, expression }, at) => {
      const wanted = field === 'variables' ? 'any' : 'bool'
      const program = compile(expression, ['spec', field, at, 'expression'], { wanted, known })
      if (field === 'variables') known.set(name, program?.type ?? 'any')
      return program === undefined ? [] : [{ name, program }]
    })
  const conditions = named(matchConditions, 'matchConditions')
  const made = named(variables, 'variables')
  const checks = validations.flatMap(({ expression, message, messageExpression }, at) => {
    const path = ['spec', 'validations', at]
    const program = compile(expression, [...path, 'expression'], { wanted: 'bool', known })
    const messageProgram =
      messageExpression === undefined
        ? undefined
        : compile(messageExpression, [...path, 'messageExpression'], { wanted: 'text', known })
    if (program === undefined) return []
    return [
      {
        program,
        expression,
        ...(message !== undefined && { message }),
        ...(messageProgram && { messageProgram }),
      },
    ]
  })
  findings.push(...fromElsewhere(policy))
  const [first] = findings
  return {
    prepared: {
      policy,
      conditions,
      variables: made,
      validations: checks,
      ...(first !== undefined && { problem: first.message }),
    },
    findings,
  }
}

interface Compiling {
  readonly cel: CelEngine
  readonly knowsUser: boolean
  readonly findings: Finding[]
}

interface Wanted {
  readonly wanted: ResultType
  readonly known: Types
}

type Step = string | number

function compiler({ known: subject }: Policy, { cel, knowsUser, findings }: Compiling) {
  const say = (path: readonly Step[], rule: 'expression' | 'unknown', message: string) => {
    const hint = rule === 'unknown' ? skipHint : undefined
    findings.push(fieldFinding(subject, path, { rule: policyRules[rule], message, hint }))
    return undefined
  }
  return (text: string, path: readonly Step[], { wanted, known }: Wanted): Program | undefined => {
    const compiled = cel.compile(text, wanted, known)
    if ('failure' in compiled) return say(path, 'expression', `the expression ${compiled.failure}`)
    if ('unknown' in compiled) return say(path, 'unknown', usesUnknown(compiled.unknown))
    const missing = [...compiled.variables].find((name) => !known.has(name))
    if (missing !== undefined) {
      return say(path, 'expression', `variables.${missing} is not defined before it is used`)
    }
    if (!compiled.asksUser || knowsUser) return compiled
    return say(
      path,
      'unknown',
      'request.userInfo is not known while appliers in netclaim.yaml is empty',
    )
  }
}

function usesUnknown(names: readonly string[]): string {
  const some = names.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 100)))
  return `${some.join(', ')} is not known to be the same here as in the API server`
}
