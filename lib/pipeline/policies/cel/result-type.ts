import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'

/** Variables of a policy and what they always are, as far as it is known. */
export type Types = ReadonlyMap<string, ResultType>

/** What an expression always gives. */
export type ResultType = 'bool' | 'text' | 'any'

const tests = new Set([
  ...'_&&_ _||_ !_ _==_ _!=_ _<_ _<=_ _>_ _>=_ @in contains startsWith endsWith matches isIP'.split(
    ' ',
  ),
  ...'isCanonical isCIDR isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast'.split(
    ' ',
  ),
  ...'isGlobalUnicast containsIP containsCIDR isQuantity isInteger isGreaterThan isLessThan'.split(
    ' ',
  ),
])

/** Whether an expression is a bool whatever it is asked about, as the API server wants of a validation. */
function isBool({ exprKind }: Expr, types: Types): boolean {
  if (exprKind.case === 'constExpr') return exprKind.value.constantKind.case === 'boolValue'
  if (exprKind.case === 'selectExpr') {
    return exprKind.value.testOnly || typeOf(exprKind.value, types) === 'bool'
  }
  if (exprKind.case === 'callExpr') {
    const { args, function: name } = exprKind.value
    return name === '_?_:_' ? args.slice(1).every((arg) => isBool(arg, types)) : tests.has(name)
  }
  if (exprKind.case !== 'comprehensionExpr') return false
  const { accuInit, result } = exprKind.value
  return [accuInit, result].some((part) => part !== undefined && isBool(part, types))
}

const texts = new Set('string join lowerAscii upperAscii charAt substring trim'.split(' '))

/** Whether an expression is a text whatever it is asked about, as the API server wants of a message. */
function isText({ exprKind }: Expr, types: Types): boolean {
  if (exprKind.case === 'constExpr') return exprKind.value.constantKind.case === 'stringValue'
  if (exprKind.case === 'selectExpr') return typeOf(exprKind.value, types) === 'text'
  if (exprKind.case !== 'callExpr') return false
  const { args, function: name } = exprKind.value
  if (name === '_+_') return args.some((arg) => isText(arg, types))
  return name === '_?_:_' ? args.slice(1).every((arg) => isText(arg, types)) : texts.has(name)
}

export function resultType(expr: Expr, types: Types): ResultType {
  if (isBool(expr, types)) return 'bool'
  return isText(expr, types) ? 'text' : 'any'
}

function typeOf(
  { operand, field }: { operand?: Expr | undefined; field: string },
  types: Types,
): ResultType {
  const kind = operand?.exprKind
  const isVariable = kind?.case === 'identExpr' && kind.value.name === 'variables'
  return isVariable ? (types.get(field) ?? 'any') : 'any'
}
