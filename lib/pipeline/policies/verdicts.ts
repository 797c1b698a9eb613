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
  /** What did not hold, where the message is the policy's own. */
  readonly expression?: string
}

type Said = Omit<Denial, 'action'>

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
  const said = users.flatMap((user) => saidOf(prepared, asked, { cel, user }))
  const messages = new Map(said.map((one) => [one.message, one]))
  return [...messages.values()].flatMap((one) => [...actions].map((action) => ({ action, ...one })))
}

interface As {
  readonly cel: CelEngine
  readonly user: User
}

function saidOf(prepared: Prepared, asked: Asked, { cel, user }: As): readonly Said[] {
  const ignores = prepared.policy.file.spec.failurePolicy === 'Ignore'
  const failed = (message: string) => (ignores ? [] : [{ message }])
  if (prepared.problem !== undefined) return failed(`it cannot be asked here: ${prepared.problem}`)
  cel.restart()
  const spent = cel.spent()
  if (spent !== undefined) return failed(`it is not asked any more: ${spent}`)
  const values = valuesOf(prepared, asked, user)
  // One that does not hold counts, though another fails.
  const outcomes = prepared.conditions.map(({ program }) => program.run(values))
  if (outcomes.some((outcome) => 'value' in outcome && outcome.value !== true)) return []
  for (const [at, outcome] of outcomes.entries()) {
    if (!('error' in outcome)) continue
    const name = prepared.conditions[at]?.name
    return failed(`match condition "${name}" fails: ${outcome.error}`)
  }
  return prepared.validations.flatMap((one) => {
    const outcome = one.program.run(values)
    if ('error' in outcome) return failed(`expression ${quoted(one)} fails: ${outcome.error}`)
    return outcome.value === true ? [] : [brokenBy(one, values)]
  })
}

function brokenBy(validation: Validation, values: Values): Said {
  const own = ownMessage(validation, values)
  const expression = quoted(validation)
  return own === undefined
    ? { message: `failed expression: ${expression}` }
    : { message: own, expression }
}

function ownMessage(validation: Validation, values: Values): string | undefined {
  const made = validation.messageProgram?.run(values)
  const text =
    made !== undefined && 'value' in made && typeof made.value === 'string' ? made.value.trim() : ''
  if (text !== '' && !text.includes('\n')) return text
  return validation.message?.trim()
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
