import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'

/** As which field manager Netclaim applies. */
export const manager = 'netclaim'

/** A set of fields as the API server notes it: `f:name`, `k:{…}`, `v:…` lead on; one without any is a whole. */
export type FieldTree = { readonly [key: string]: FieldTree }

/** What we own by server-side apply; undefined where we never applied the object. */
export function ownFields({ metadata }: KubeObject): FieldTree | undefined {
  return treeOf(metadata.managedFields?.find(isOurs))
}

/** Who else owns the field at a path of keys, or a whole that it is part of. */
export function otherOwner(
  { metadata }: KubeObject,
  keys: readonly string[],
): FieldOwner | undefined {
  return metadata.managedFields?.find((one) => !isOurs(one) && covers(treeOf(one), keys))
}

/** Managers other than us that applied a part of the object: another tool that wants it to be there. */
export function otherAppliers({ metadata }: KubeObject): readonly string[] {
  const others = metadata.managedFields?.filter(
    (one) => one.operation === 'Apply' && one.subresource === undefined && !isOurs(one),
  )
  return (others ?? []).map((one) => one.manager ?? 'unknown')
}

/** Who else wrote to an object itself, its status not among it. */
export function othersOf({ metadata }: KubeObject): readonly FieldOwner[] {
  return (metadata.managedFields ?? []).filter(
    (one) => one.subresource === undefined && !isOurs(one),
  )
}

/** Is it one of those that fill objects in? */
export function isController({ manager: name = '' }: Pick<FieldOwner, 'manager'>): boolean {
  return /^(?:kube-ovn-[a-z]+|kube-controller-manager)$/.test(name)
}

/** `.spec.v4Ip`, `.metadata.finalizers[name="x"]`: as the API server prints it. */
export function fieldName(keys: readonly string[]): string {
  return keys
    .map((key) => {
      if (key.startsWith('f:')) return `.${key.slice(2)}`
      if (key.startsWith('v:')) return `[=${key.slice(2)}]`
      return `[${key.slice(2)}]`
    })
    .join('')
}

/** Keys of a node that lead on; `.` only says that the whole is owned too. */
export function branches(tree: FieldTree): readonly string[] {
  return Object.keys(tree).filter((key) => key !== '.')
}

function isOurs({ manager: name, operation, subresource }: FieldOwner): boolean {
  return name === manager && operation === 'Apply' && subresource === undefined
}

function treeOf(owner: FieldOwner | undefined): FieldTree | undefined {
  const fields = owner?.fieldsV1
  return typeof fields === 'object' && fields !== null ? (fields as FieldTree) : undefined
}

/** The end of the path, or something above it that is owned as a whole. */
function covers(tree: FieldTree | undefined, keys: readonly string[]): boolean {
  let node = tree
  for (const key of keys) {
    if (node === undefined) return false
    if (branches(node).length === 0) return node !== tree
    node = Object.hasOwn(node, key) ? node[key] : undefined
  }
  return node !== undefined
}
