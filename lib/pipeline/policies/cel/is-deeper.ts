import type { Expr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'

/** Whether more parts of an expression are inside each other than that. Level by level, so that no stack overflows. */
export function isDeeper(expr: Expr, most: number): boolean {
  let level: readonly Expr[] = [expr]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === most) return true
    level = level.flatMap(partsOf)
  }
  return false
}

function partsOf({ exprKind }: Expr): readonly Expr[] {
  switch (exprKind.case) {
    case 'selectExpr':
      return present(exprKind.value.operand)
    case 'callExpr':
      return present(exprKind.value.target, ...exprKind.value.args)
    case 'listExpr':
      return exprKind.value.elements
    case 'structExpr':
      return exprKind.value.entries.flatMap(({ keyKind, value }) =>
        present(keyKind.case === 'mapKey' ? keyKind.value : undefined, value),
      )
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value
      return present(iterRange, accuInit, loopCondition, loopStep, result)
    }
    case 'constExpr':
    case 'identExpr':
    case undefined:
      return []
  }
}

function present(...parts: readonly (Expr | undefined)[]): readonly Expr[] {
  return parts.filter((part) => part !== undefined)
}
