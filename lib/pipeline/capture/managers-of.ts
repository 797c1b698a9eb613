import * as z from 'zod'
import type { FieldOwner } from '../../ports/cluster.ts'
import type { FieldTree } from '../sync/managed-fields.ts'

/** More owners than this has no object, and deeper no field of ours lies. */
const MAX_OWNERS = 64
const MAX_DEPTH = 16
const MAX_FIELDS = 20_000

const Text = z.string().max(200).optional().catch(undefined)
const Owner = z.object({
  manager: Text,
  operation: Text,
  subresource: Text,
  time: Text,
  fieldsV1: z.unknown().optional(),
})
const Finalizers = z.object({ metadata: z.object({ finalizers: z.array(z.string()).max(100) }) })
const Managed = z.object({ metadata: z.object({ managedFields: z.array(z.unknown()) }) })

/** Who says that they set which fields of an object; none where it was printed without, or in a form that no API has. */
export function managersOf(item: object): readonly FieldOwner[] {
  const { metadata } = Managed.safeParse(item).data ?? {}
  const room = { left: MAX_FIELDS }
  return (metadata?.managedFields ?? []).slice(0, MAX_OWNERS).flatMap((one) => {
    const owner = Owner.safeParse(one)
    if (!owner.success) return []
    const { fieldsV1, ...rest } = owner.data
    const said = Object.entries(rest).filter(([, value]) => value !== undefined)
    return [{ ...Object.fromEntries(said), fieldsV1: treeOf(fieldsV1, 0, room) }]
  })
}

/** What of an object's metadata is compared and an import leaves out. */
export function finalizersOf(item: object): { readonly finalizers?: readonly string[] } {
  return Finalizers.safeParse(item).data?.metadata ?? {}
}

function treeOf(value: unknown, depth: number, room: { left: number }): FieldTree {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  if (depth === MAX_DEPTH) return {}
  const tree: Record<string, FieldTree> = Object.create(null)
  for (const [key, part] of Object.entries(value)) {
    if (room.left === 0) break
    room.left -= 1
    tree[key] = treeOf(part, depth + 1, room)
  }
  return tree
}
