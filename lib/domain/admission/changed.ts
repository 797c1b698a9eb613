import { cel, celString, ownLabel } from './expressions.ts'

/** CEL: the paths of what an update would change: fields of the spec, owners, and the labels and annotations that are ours. */
export function changed(): string {
  return cel(
    'request.operation != "UPDATE" ? [] :',
    'variables.was.filter(k, !(k in variables.is) || variables.is[k] != variables.was[k])',
    '.map(k, "spec." + k) +',
    'variables.is.filter(k, !(k in variables.was) && !(k in variables.mayFill))',
    '.map(k, "spec." + k) +',
    marks('labels'),
    '+',
    marks('annotations'),
    '+',
    `(${owners('object')} == ${owners('oldObject')} ? [] : ["metadata.ownerReferences"])`,
  )
}

function marks(field: 'labels' | 'annotations'): string {
  const [was, is] = [`variables.${field}Was`, `variables.${field}Is`]
  const isMark = `(k == ${celString(ownLabel)} || k.startsWith("netclaim.dev/"))`
  const path = `.map(k, "metadata.${field}[" + k + "]")`
  return cel(
    `${was}.filter(k, ${isMark} && (!(k in ${is}) || ${is}[k] != ${was}[k]))${path} +`,
    `${is}.filter(k, ${isMark} && !(k in ${was}))${path}`,
  )
}

/** Who owns an object takes it along when it goes: an owner more is a deletion to come. */
function owners(variable: string): string {
  const path = `${variable}.metadata.ownerReferences`
  return `(has(${path}) ? dyn(${path}) : dyn([]))`
}
