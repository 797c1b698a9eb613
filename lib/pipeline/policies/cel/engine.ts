import { type CelInput, CelScalar, celEnv, celFunc, isCelError, parse, plan } from '@bufbuild/cel'
import { strings } from '@bufbuild/cel/ext'
import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'
import { createRegistry } from '@bufbuild/protobuf'
import { RE2JS } from '@bufbuild/re2'
import type { CelEngine } from './cel-engine.ts'
import { networkFunctions } from './network-functions.ts'
import { ownFunctions } from './own-functions.ts'
import { quantityFunctions } from './quantity-functions.ts'
import { resultType } from './result-type.ts'
import { rewrite, STEP } from './rewrite.ts'
import { survey } from './survey.ts'
import { cidrType, ipType, quantityType } from './value-types.ts'

/** Longer expressions and patterns are not looked at, and no text that long is matched. */
const MAX_EXPRESSION = 10_000
const MAX_PATTERN = 500
const MAX_MATCHED = 100_000
const articles = { bool: 'a bool', text: 'a string' }
const WHATEVER = 'whatever it is asked about'
/** Turns of loops for one policy and one object. */
const MAX_STEPS = 20_000

/** CEL as the API server has it, as far as it is known to be the same. */
export function createEngine(): CelEngine {
  let left = MAX_STEPS
  const patterns = new Map<string, RE2JS>()
  const env = celEnv({
    registry: createRegistry(ipType, cidrType, quantityType),
    funcs: [
      ...strings,
      ...networkFunctions,
      ...quantityFunctions,
      ...ownFunctions,
      celFunc(STEP, [CelScalar.BOOL], CelScalar.BOOL, (more) => more && (left -= 1) >= 0),
    ],
    re2: {
      compile: (pattern) => ({ test: (text) => patternOf(pattern, patterns).test(short(text)) }),
    },
  })
  return {
    restart: () => {
      left = MAX_STEPS
    },
    compile: (text, wanted, types = new Map()) => {
      const parsed = parsedOf(text)
      if (typeof parsed === 'string') return { failure: parsed }
      const { unknown, variables, asksUser } = survey(parsed)
      if (unknown.size > 0) return { unknown: [...unknown].toSorted() }
      const type = resultType(parsed, types)
      if (wanted !== 'any' && type !== wanted)
        return { failure: `is not ${articles[wanted]} ${WHATEVER}` }
      const run = plan(env, rewrite(parsed))
      return {
        type,
        variables,
        asksUser,
        run: (values) => {
          const value = run(values as Readonly<Record<string, CelInput>>)
          if (left < 0) return { error: `takes more than ${MAX_STEPS} steps` }
          return isCelError(value) ? { error: value.message, cause: value } : { value }
        },
      }
    },
  }
}

/** The expression, or why the text is none. */
function parsedOf(text: string): Expr | string {
  if (text.length > MAX_EXPRESSION) {
    return `has ${text.length} characters, more than ${MAX_EXPRESSION}`
  }
  try {
    const { expr } = parse(text)
    return expr ?? 'is empty'
  } catch (error) {
    // A stack that is too small for what is nested is the expression's fault, too.
    return error instanceof RangeError ? 'is nested too deeply' : messageOf(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace('<input>:', '') : String(error)
}

function patternOf(pattern: string, known: Map<string, RE2JS>): RE2JS {
  const compiled = known.get(pattern)
  if (compiled !== undefined) return compiled
  if (pattern.length > MAX_PATTERN)
    throw new Error(`a pattern of more than ${MAX_PATTERN} characters`)
  const made = RE2JS.compile(pattern)
  if (known.size < 100) known.set(pattern, made)
  return made
}

function short(text: string): string {
  if (text.length > MAX_MATCHED) throw new Error(`a text of more than ${MAX_MATCHED} characters`)
  return text
}
