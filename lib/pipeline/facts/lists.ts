/** What became of listing one kind. Only `whole` and `absent-kind` can show that something is absent. */
export type ListOfKind =
  | { readonly outcome: 'whole'; readonly items: readonly object[] }
  | { readonly outcome: 'absent-kind' }
  | { readonly outcome: 'failed'; readonly message: string }

/** Lists by `kubeovn.io/Vpc`, of the core API by `Service`. A kind that was not asked for is not there. */
export type Lists = ReadonlyMap<string, ListOfKind>

/** The objects of a kind; undefined where its list is not whole. */
export function itemsOf(lists: Lists, kind: string): readonly object[] | undefined {
  const list = lists.get(kind)
  if (list?.outcome === 'whole') return list.items
  return list?.outcome === 'absent-kind' ? [] : undefined
}
