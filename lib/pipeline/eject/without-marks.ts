import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'
import { moveFields } from '../hand-over/move-fields.ts'
import { manager } from '../sync/managed-fields.ts'
import { managedBy } from '../sync/rendered-object.ts'

const PREFIX = 'netclaim.dev/'

/**
 * The object without anything that says it is Netclaim's, with what we applied noted as `to`'s; undefined where it says
 * nothing of that kind. No other value changes.
 *
 * An object of which nobody applied a field counts, from the next apply on, as applied by somebody unknown, against whom
 * every change is a conflict: so the fields go to somebody rather than to nobody.
 */
export function withoutMarks(object: KubeObject, to: string): KubeObject | undefined {
  const { metadata } = moveFields(object, { from: manager, to }) ?? object
  const { labels, annotations, managedFields, ...rest } = metadata
  const next = {
    labels: plain(labels),
    annotations: plain(annotations),
    managedFields: withoutUs(managedFields),
  }
  const isSame =
    next.labels === object.metadata.labels &&
    next.annotations === object.metadata.annotations &&
    next.managedFields === object.metadata.managedFields
  return isSame ? undefined : { ...object, metadata: { ...rest, ...present(next) } }
}

type Texts = Readonly<Record<string, string>>

/** The very same where nothing of it is a mark. */
function plain(texts: Texts | undefined): Texts | undefined {
  const kept = Object.entries(texts ?? {}).filter(([key, value]) => !isMark(key, value))
  return kept.length === Object.keys(texts ?? {}).length ? texts : Object.fromEntries(kept)
}

function isMark(key: string, value: string): boolean {
  return key.startsWith(PREFIX) || (key === managedBy && value === 'netclaim')
}

function withoutUs(owners: readonly FieldOwner[] | undefined): readonly FieldOwner[] | undefined {
  return owners?.some((one) => one.manager === manager)
    ? owners.filter((one) => one.manager !== manager)
    : owners
}

type Marked = Pick<KubeObject['metadata'], 'labels' | 'annotations' | 'managedFields'>

/** Without what is not there, and without empty maps. */
function present(marked: { readonly [Key in keyof Marked]: Marked[Key] | undefined }): Marked {
  const filled = Object.entries(marked).filter(
    ([, value]) => value !== undefined && Object.keys(value).length > 0,
  )
  return Object.fromEntries(filled)
}
