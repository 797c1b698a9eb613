import {
  type CelInput,
  type CelResult,
  CelScalar,
  celEnv,
  celError,
  celFunc,
  isCelError,
  parse,
  plan,
} from '@bufbuild/cel'
import { strings } from '@bufbuild/cel/ext'
import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'
import { createRegistry } from '@bufbuild/protobuf'
import { RE2JS } from '@bufbuild/re2'
import { MAX_EXPRESSION, MAX_EXPRESSION_DEPTH, MAX_PATTERN, MAX_STRING } from '../limits.ts'
import type { CelEngine } from './cel-engine.ts'
import { isDeeper } from './is-deeper.ts'
import { Meter } from './meter.ts'
import { networkFunctions } from './network-functions.ts'
import { ownFunctions } from './own-functions.ts'
import { quantityFunctions } from './quantity-functions.ts'
import { resultType } from './result-type.ts'
import { DEEP, FLAT, rewrite, STEP } from './rewrite.ts'
import { survey } from './survey.ts'
import { cidrType, ipType, quantityType } from './value-types.ts'

const { BOOL, DYN } = CelScalar
const articles = { bool: 'a bool', text: 'a string' }
const TOO_DEEP = 'is nested too deeply'
const WHATEVER = 'whatever it is asked about'

/** CEL as the API server has it, as far as it is known to be the same. */
export function createEngine(): CelEngine {
  const meter = new Meter()
  const patterns = new Map<string, RE2JS>()
  const env = celEnv({
    registry: createRegistry(ipType, cidrType, quantityType),
    funcs: [
      ...strings,
      ...networkFunctions,
      ...quantityFunctions,
      ...ownFunctions,
      celFunc(STEP, [BOOL], BOOL, (more) => more && meter.take(1)),
      celFunc(FLAT, [DYN], DYN, (value) => {
        meter.flat(value)
        return value
      }),
      celFunc(DEEP, [DYN], DYN, (value) => {
        meter.deep(value)
        return value
      }),
    ],
    re2: {
      compile: (pattern) => ({
        test: (text) => {
          meter.pattern(pattern, text)
          return patternOf(pattern, patterns).test(short(text))
        },
      }),
    },
  })
  return {
    begin: () => meter.begin(),
    restart: () => meter.restart(),
    spent: () => meter.excess(),
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
          const value = attempt(() => run(values as Readonly<Record<string, CelInput>>))
          const excess = meter.excess()
          if (excess !== undefined) return { error: excess }
          return isCelError(value) ? { error: value.message, cause: value } : { value }
        },
      }
    },
  }
}

/**
 * What variables of variables nest may be too much for the stack all the same. An error is a value here, of which a loop
 * makes thousands: without their stacks they cost a tenth.
 */
function attempt(run: () => CelResult): CelResult {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) return celError(TOO_DEEP)
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The expression, or why the text is none. */
function parsedOf(text: string): Expr | string {
  if (text.length > MAX_EXPRESSION) {
    return `has ${text.length} characters, more than ${MAX_EXPRESSION}`
  }
  try {
    const { expr } = parse(text)
    if (expr === undefined) return 'is empty'
    return isDeeper(expr, MAX_EXPRESSION_DEPTH) ? TOO_DEEP : expr
  } catch (error) {
    // A stack that is too small for what is nested is the expression's fault, too.
    return error instanceof RangeError ? TOO_DEEP : messageOf(error)
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
  if (text.length > MAX_STRING) throw new Error(`a text of more than ${MAX_STRING} characters`)
  return text
}
