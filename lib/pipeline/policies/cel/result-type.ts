import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'

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
export function isBool({ exprKind }: Expr): boolean {
  if (exprKind.case === 'constExpr') return exprKind.value.constantKind.case === 'boolValue'
  if (exprKind.case === 'selectExpr') return exprKind.value.testOnly
  if (exprKind.case === 'callExpr') {
    const { args, function: name } = exprKind.value
    return name === '_?_:_' ? args.slice(1).every(isBool) : tests.has(name)
  }
  if (exprKind.case !== 'comprehensionExpr') return false
  const { accuInit, result } = exprKind.value
  return [accuInit, result].some((part) => part !== undefined && isBool(part))
}

const texts = new Set('string join lowerAscii upperAscii charAt substring trim'.split(' '))

/** Whether an expression is a text whatever it is asked about, as the API server wants of a message. */
export function isText({ exprKind }: Expr): boolean {
  if (exprKind.case === 'constExpr') return exprKind.value.constantKind.case === 'stringValue'
  if (exprKind.case !== 'callExpr') return false
  const { args, function: name } = exprKind.value
  if (name === '_+_') return args.some(isText)
  return name === '_?_:_' ? args.slice(1).every(isText) : texts.has(name)
}
