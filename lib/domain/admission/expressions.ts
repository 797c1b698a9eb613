import type { Settings } from '../settings.ts'

/** Members of this group may do by hand what else only an applier does. */
export const breakGlassGroup = 'netclaim:break-glass'

/** What says that an object is ours. */
export const ownLabel = 'app.kubernetes.io/managed-by'

/** Kubernetes' own: the garbage collector and the end of a namespace, with and without accounts of their own. */
export const clusterAccounts = [
  'system:serviceaccount:kube-system:generic-garbage-collector',
  'system:serviceaccount:kube-system:namespace-controller',
  'system:kube-controller-manager',
] as const

/** A CEL string; the text may hold anything. */
export function celString(text: string): string {
  return JSON.stringify(text)
}

/** A CEL list of strings. */
export function celStrings(texts: readonly string[]): string {
  return `[${texts.map(celString).join(', ')}]`
}

/** Parts of one expression, a space between them. */
export function cel(...parts: readonly string[]): string {
  return parts.join(' ')
}

/** Who is asked no further, as match conditions: cheaper than any validation, and nothing else is looked at then. */
export function strangersOnly({ appliers }: Settings): readonly Condition[] {
  return [
    { name: 'no-applier', expression: `!(request.userInfo.username in ${celStrings(appliers)})` },
    {
      name: 'no-break-glass',
      expression: cel(
        '!has(request.userInfo.groups) ||',
        `!(${celString(breakGlassGroup)} in request.userInfo.groups)`,
      ),
    },
  ]
}

export interface Condition {
  readonly name: string
  readonly expression: string
}

/** Whether `object` or `oldObject` carries our label. */
export function isOurs(variable: 'object' | 'oldObject'): string {
  const labels = `${variable}.metadata.labels`
  return cel(
    `(${variable} != null && has(${labels}) && ${celString(ownLabel)} in ${labels} &&`,
    `${labels}[${celString(ownLabel)}] == "netclaim")`,
  )
}

/** What a message ends with, for those in need. */
export const wayOn = `or, in an emergency, act as a member of group ${breakGlassGroup}`

/** CEL: what is asked for, `EipClaim photon-prod/web`. */
export const subject = cel(
  'request.kind.kind + " " +',
  '(has(request.namespace) && request.namespace != "" ? request.namespace + "/" : "") +',
  'request.name',
)
