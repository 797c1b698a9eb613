import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'
import { knownFunctions, knownMetadata, knownRequest, knownTypes } from './known-functions.ts'
import { HIDDEN_FIELD } from './value-types.ts'

/** What an expression needs. */
export interface Survey {
  /** What cannot be judged here, each named as it is written. */
  readonly unknown: ReadonlySet<string>
  /** Names of variables of the policy. */
  readonly variables: ReadonlySet<string>
  /** Whether it asks who makes the request. */
  readonly asksUser: boolean
}

interface Walk {
  readonly unknown: Set<string>
  readonly variables: Set<string>
  asksUser: boolean
}

type Scope = ReadonlySet<string>

/** Goes through a parsed expression; what is not known to be the same in the API server is named. */
export function survey(expr: Expr | undefined): Survey {
  const walk: Walk = { unknown: new Set(), variables: new Set(), asksUser: false }
  visit(expr, new Set(), walk)
  return walk
}

function visit(expr: Expr | undefined, scope: Scope, walk: Walk): void {
  if (expr === undefined) return
  const path = pathOf(expr, scope)
  if (path !== undefined) return visitPath(path, isTest(expr), walk)
  const { exprKind } = expr
  if (exprKind.case === 'callExpr') visitCall(exprKind.value, scope, walk)
  if (exprKind.case === 'structExpr') visitStruct(exprKind.value, scope, walk)
  if (exprKind.case === 'comprehensionExpr') visitComprehension(exprKind.value, scope, walk)
  if (exprKind.case === 'listExpr') {
    for (const element of exprKind.value.elements) visit(element, scope, walk)
  }
  if (exprKind.case === 'selectExpr') {
    if (exprKind.value.field === HIDDEN_FIELD) walk.unknown.add(HIDDEN_FIELD)
    visit(exprKind.value.operand, scope, walk)
  }
  if (isBytes(expr)) walk.unknown.add('bytes')
}

/** `object.metadata.name` as its steps, as far as they are written out; undefined for what starts otherwise. */
export function pathOf(
  { exprKind }: Expr,
  scope: Scope = new Set(),
): readonly string[] | undefined {
  if (exprKind.case === 'identExpr') {
    return scope.has(exprKind.value.name) ? undefined : [exprKind.value.name]
  }
  if (exprKind.case === 'selectExpr') {
    return longer(exprKind.value.operand, exprKind.value.field, scope)
  }
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== '_[_]') return undefined
  const [operand, index] = exprKind.value.args
  return longer(operand, index && textOf(index), scope)
}

function longer(start: Expr | undefined, step: string | undefined, scope: Scope) {
  const path = start && pathOf(start, scope)
  return path === undefined || step === undefined ? undefined : [...path, step]
}

function visitPath(path: readonly string[], test: boolean, walk: Walk): void {
  const [root = ''] = path
  if (path.includes(HIDDEN_FIELD)) walk.unknown.add(HIDDEN_FIELD)
  if (root === 'variables') visitVariable(path, test, walk)
  else if (!isKnown(path, test)) walk.unknown.add(path.slice(0, 3).join('.'))
  if (root === 'request' && path[1] === 'userInfo') walk.asksUser = true
}

function visitVariable([root = '', name, ...rest]: readonly string[], test: boolean, walk: Walk) {
  if (name === undefined) walk.unknown.add(root)
  else if (test && rest.length === 0) walk.unknown.add(`has(${root}.${name})`)
  else walk.variables.add(name)
}

function isKnown(path: readonly string[], test: boolean): boolean {
  const [root = '', first, second] = path
  if (root === 'request') return knownRequest.includes(path.slice(1).join('.'))
  if (root !== 'object' && root !== 'oldObject') return path.length === 1 && knownTypes.has(root)
  if (first !== 'metadata') return first !== undefined && first !== 'status'
  return second === undefined ? test : knownMetadata.has(second)
}

type Kind<Case> =
  Extract<Expr['exprKind'], { case: Case }> extends { value: infer Value } ? Value : never

function visitCall(call: Kind<'callExpr'>, scope: Scope, walk: Walk): void {
  const { target, args } = call
  const name = call.function
  if (!knownFunctions.has(name)) walk.unknown.add(`${name}()`)
  if (name !== 'isCanonical') visit(target, scope, walk)
  else if ((target && pathOf(target))?.join() !== 'ip') walk.unknown.add('isCanonical()')
  // `object == null` asks for nothing in it.
  const isNothing = (name === '_==_' || name === '_!=_') && args.some(isNull)
  for (const arg of args) if (!isNothing || !isRoot(arg, scope)) visit(arg, scope, walk)
}

function visitStruct(struct: Kind<'structExpr'>, scope: Scope, walk: Walk): void {
  if (struct.messageName !== '') walk.unknown.add(`${struct.messageName}{}`)
  for (const { keyKind, value } of struct.entries) {
    if (keyKind.case === 'mapKey') visit(keyKind.value, scope, walk)
    visit(value, scope, walk)
  }
}

function visitComprehension(fold: Kind<'comprehensionExpr'>, scope: Scope, walk: Walk): void {
  visit(fold.iterRange, scope, walk)
  visit(fold.accuInit, scope, walk)
  if (fold.iterVar2 !== '') walk.unknown.add('a macro of two variables')
  const inner = new Set([...scope, fold.iterVar, fold.accuVar])
  for (const part of [fold.loopCondition, fold.loopStep, fold.result]) visit(part, inner, walk)
}

function isTest({ exprKind }: Expr): boolean {
  return exprKind.case === 'selectExpr' && exprKind.value.testOnly
}

function isRoot(expr: Expr, scope: Scope): boolean {
  const path = pathOf(expr, scope)
  return path?.length === 1 && (path[0] === 'object' || path[0] === 'oldObject')
}

function isNull({ exprKind }: Expr): boolean {
  return exprKind.case === 'constExpr' && exprKind.value.constantKind.case === 'nullValue'
}

function isBytes({ exprKind }: Expr): boolean {
  return exprKind.case === 'constExpr' && exprKind.value.constantKind.case === 'bytesValue'
}

function textOf({ exprKind }: Expr): string | undefined {
  if (exprKind.case !== 'constExpr') return undefined
  const { constantKind } = exprKind.value
  return constantKind.case === 'stringValue' ? constantKind.value : undefined
}
