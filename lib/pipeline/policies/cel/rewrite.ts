import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'

/** What every turn of a loop asks before it goes on. */
export const STEP = 'netclaim_step'

/** What reads a value is told its size before: the value itself, or all that is in it. */
export const FLAT = 'netclaim_flat'
export const DEEP = 'netclaim_deep'

/** Calls that may read all that is in a value. */
const deep = new Set('_==_ _!=_ @in join'.split(' '))
/** What decides which of its parts is looked at. */
const choices = new Set('_?_:_ _&&_ _||_ !_ @not_strictly_false'.split(' '))

/** What `has()` becomes: a field that is null is there. */
export const HAS = 'netclaim_has'

/** The name under which a variable of a policy is looked up, so that it is made only when asked for. */
export function variableName(name: string): string {
  return `netclaim_variable_${name}`
}

/** The same expression, with counted loops and with `variables.x` as a name of its own. */
export function rewrite(expr: Expr): Expr {
  const { exprKind } = expr
  if (exprKind.case === 'selectExpr') return rewriteSelect(expr)
  if (exprKind.case === 'structExpr') return rewriteStruct(expr)
  if (exprKind.case === 'comprehensionExpr') return rewriteLoop(expr)
  if (exprKind.case === 'listExpr') {
    const value = { ...exprKind.value, elements: exprKind.value.elements.map(rewrite) }
    return { ...expr, exprKind: { case: 'listExpr', value } }
  }
  if (exprKind.case !== 'callExpr') return expr
  const { target, args, function: name } = exprKind.value
  const read = (part: Expr) => (choices.has(name) ? rewrite(part) : measured(part, name))
  const parts = { args: args.map(read), ...(target && { target: read(target) }) }
  return { ...expr, exprKind: { case: 'callExpr', value: { ...exprKind.value, ...parts } } }
}

/** `ip` of `ip.isCanonical()` is a name and no value. */
function measured(expr: Expr, name: string): Expr {
  const { exprKind } = expr
  if (name === 'isCanonical' && exprKind.case === 'identExpr') return expr
  return asCall(expr, deep.has(name) ? DEEP : FLAT, [rewrite(expr)])
}

function rewriteSelect(expr: Expr): Expr {
  const { exprKind } = expr
  if (exprKind.case !== 'selectExpr' || exprKind.value.operand === undefined) return expr
  const { operand, field, testOnly } = exprKind.value
  const inner = operand.exprKind
  if (inner.case === 'identExpr' && inner.value.name === 'variables') {
    const value = { ...inner.value, name: variableName(field) }
    return { ...expr, exprKind: { case: 'identExpr', value } }
  }
  if (testOnly) return asCall(expr, HAS, [rewrite(operand), asText(expr, field)])
  const value = { ...exprKind.value, operand: rewrite(operand) }
  return { ...expr, exprKind: { case: 'selectExpr', value } }
}

function rewriteStruct(expr: Expr): Expr {
  const { exprKind } = expr
  if (exprKind.case !== 'structExpr') return expr
  const entries = exprKind.value.entries.map((entry) => ({
    ...entry,
    keyKind:
      entry.keyKind.case === 'mapKey'
        ? { ...entry.keyKind, value: rewrite(entry.keyKind.value) }
        : entry.keyKind,
    ...(entry.value && { value: rewrite(entry.value) }),
  }))
  return { ...expr, exprKind: { case: 'structExpr', value: { ...exprKind.value, entries } } }
}

function rewriteLoop(expr: Expr): Expr {
  const { exprKind } = expr
  if (exprKind.case !== 'comprehensionExpr') return expr
  const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value
  const value = {
    ...exprKind.value,
    ...(iterRange && { iterRange: rewrite(iterRange) }),
    ...(accuInit && { accuInit: rewrite(accuInit) }),
    ...(loopCondition && { loopCondition: counted(rewrite(loopCondition)) }),
    ...(loopStep && { loopStep: rewrite(loopStep) }),
    ...(result && { result: rewrite(result) }),
  }
  return { ...expr, exprKind: { case: 'comprehensionExpr', value } }
}

function counted(condition: Expr): Expr {
  return asCall(condition, STEP, [condition])
}

function asCall(expr: Expr, name: string, args: Expr[]): Expr {
  const value = { $typeName: 'cel.expr.Expr.Call', function: name, args } as const
  return { ...expr, exprKind: { case: 'callExpr', value } }
}

function asText(expr: Expr, text: string): Expr {
  const constantKind = { case: 'stringValue', value: text } as const
  const value = { $typeName: 'cel.expr.Constant', constantKind } as const
  return { ...expr, exprKind: { case: 'constExpr', value } }
}
