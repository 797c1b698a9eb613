import type { Asked } from './asked.ts'
import type { CelEngine, Outcome, Program } from './cel/cel-engine.ts'
import { variableName } from './cel/rewrite.ts'
import { toCelValue } from './cel/to-values.ts'
import { matches } from './matches.ts'
import type { Prepared, Validation } from './prepare.ts'

/** What a policy does about a request. */
export interface Denial {
  readonly action: 'Deny' | 'Warn' | 'Audit'
  readonly message: string
}

/** Who asks. */
export interface User {
  readonly username: string
  readonly groups: readonly string[]
}

/** What a policy says about a request, as each of the users would make it; nothing said twice. */
export function verdictsOf(
  prepared: Prepared,
  asked: Asked,
  { cel, users }: { readonly cel: CelEngine; readonly users: readonly User[] },
): readonly Denial[] {
  const { file, bindings } = prepared.policy
  if (!matches(file.spec.matchConstraints, asked)) return []
  const binding = bindings.filter(({ file: { spec } }) => matches(spec.matchResources ?? {}, asked))
  const actions = new Set(binding.flatMap(({ file: { spec } }) => spec.validationActions))
  if (actions.size === 0) return []
  const messages = new Set(users.flatMap((user) => messagesOf(prepared, asked, { cel, user })))
  return [...messages].flatMap((message) => [...actions].map((action) => ({ action, message })))
}

interface As {
  readonly cel: CelEngine
  readonly user: User
}

function messagesOf(prepared: Prepared, asked: Asked, { cel, user }: As): readonly string[] {
  const fails = prepared.policy.file.spec.failurePolicy !== 'Ignore'
  if (prepared.problem !== undefined)
    return fails ? [`it cannot be asked here: ${prepared.problem}`] : []
  cel.restart()
  const spent = cel.spent()
  if (spent !== undefined) return fails ? [`it is not asked any more: ${spent}`] : []
  const values = valuesOf(prepared, asked, user)
  // One that does not hold counts, though another fails.
  const outcomes = prepared.conditions.map(({ program }) => program.run(values))
  if (outcomes.some((outcome) => 'value' in outcome && outcome.value !== true)) return []
  for (const [at, outcome] of outcomes.entries()) {
    if (!('error' in outcome)) continue
    const name = prepared.conditions[at]?.name
    return fails ? [`match condition "${name}" fails: ${outcome.error}`] : []
  }
  return prepared.validations.flatMap((one) => {
    const outcome = one.program.run(values)
    if ('error' in outcome)
      return fails ? [`expression ${quoted(one)} fails: ${outcome.error}`] : []
    return outcome.value === true ? [] : [messageOf(one, values)]
  })
}

function messageOf(validation: Validation, values: Values): string {
  const made = validation.messageProgram?.run(values)
  const text =
    made !== undefined && 'value' in made && typeof made.value === 'string' ? made.value.trim() : ''
  if (text !== '' && !text.includes('\n')) return text
  return validation.message?.trim() ?? `failed expression: ${quoted(validation)}`
}

function quoted({ expression }: Validation): string {
  return JSON.stringify(expression.trim().slice(0, 200))
}

type Values = Readonly<Record<string, unknown>>

/** What expressions can name. A variable is made when it is first asked for, once. */
function valuesOf({ variables }: Prepared, asked: Asked, user: User): Values {
  const { operation, name, namespace, kind, resource, object, oldObject } = asked
  const request = { operation, name, namespace, kind, resource, userInfo: user }
  const values: Record<string, unknown> = {
    object: toCelValue(object),
    oldObject: toCelValue(oldObject ?? null),
    request: toCelValue(request),
  }
  for (const { name: variable, program } of variables) {
    Object.defineProperty(values, variableName(variable), { get: once(program, values) })
  }
  return values
}

function once(program: Program, values: Values): () => unknown {
  let known: Outcome | undefined
  return () => {
    known ??= program.run(values)
    return 'value' in known ? known.value : known.cause
  }
}
