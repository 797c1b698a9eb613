import * as z from 'zod'
import { type FactKind, kindKey } from '../facts/fact-kinds.ts'
import { importKeys } from './import-kinds.ts'

/** What the items of a list are, which may leave that out; without a kind where they do not. */
export interface ItemKind {
  readonly apiVersion: string
  readonly kind: string
}

/** What kubectl and the API print several objects as. */
export const List = z.object({
  apiVersion: z.string().optional(),
  kind: z.string().endsWith('List'),
  items: z.array(z.unknown()).nullable(),
})

/** An object of any kind. */
export const Typed = z.object({ apiVersion: z.string(), kind: z.string() })

/** What the items of a list or of an array are; undefined of what is neither. */
export function itemsIn(value: unknown): ItemKind | undefined {
  if (Array.isArray(value)) return { apiVersion: '', kind: '' }
  const { data } = List.safeParse(value)
  if (data === undefined) return undefined
  return { apiVersion: data.apiVersion ?? '', kind: data.kind.slice(0, -'List'.length) }
}

/** The items of a `ServiceList` may leave their kind out. */
export function named(item: unknown, { apiVersion, kind }: ItemKind): unknown {
  return isNameless(item) && kind !== '' ? { apiVersion, ...item, kind } : item
}

/** Does it not say what it is? */
export function isNameless(item: unknown): item is object {
  return typeof item === 'object' && item !== null && !('kind' in item)
}

/** The key of a kind that an import asks for; undefined for any other. */
export function importKey({ apiVersion, kind }: ItemKind): string | undefined {
  const key = kindKey({ apiVersions: [apiVersion] as FactKind['apiVersions'], kind })
  return importKeys.has(key) ? key : undefined
}
