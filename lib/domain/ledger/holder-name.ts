/** What `EipClaim photon-prod/web` is made of, as `holderName` puts it together. Of another text, what stands in its place. */
export function holderParts(holder: string): {
  readonly kind: string
  readonly namespace: string
  readonly name: string
} {
  const [kind = '', path = ''] = holder.split(' ')
  const [namespace = '', name = ''] = path.split('/')
  return { kind, namespace, name }
}

/** The environment of a holder; undefined for one of none, `OvnEip photon-prod-web`. */
export function environmentOf(holder: string): string | undefined {
  return /^\S+ ([^/]+)\//.exec(holder)?.[1]
}
