import { GraphqlRefusal } from './refusal.ts'

/** Arguments of every list. */
export interface PageArguments {
  readonly first?: number
  readonly last?: number
  readonly after?: string
  readonly before?: string
}

const MOST = 100

/** A page of a list, in the form of Relay's connections; its cursors are places in the list. */
export function connection<T>(items: readonly T[], page: PageArguments) {
  const [start, end] = boundsOf(page, items.length)
  const nodes = items.slice(start, end)
  const edges = nodes.map((node, at) => ({ node, cursor: cursorAt(start + at) }))
  return {
    nodes,
    edges,
    totalCount: items.length,
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

function boundsOf({ first, last, after, before }: PageArguments, length: number) {
  if (first === undefined && last === undefined)
    throw new GraphqlRefusal(
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the connection.',
    )
  const most = Math.max(first ?? 0, last ?? 0)
  if (most > MOST)
    throw new GraphqlRefusal(
      'EXCESSIVE_PAGINATION',
      `Requesting ${most} records on the connection exceeds the \`first\` limit of ${MOST} records.`,
    )
  const from = after === undefined ? 0 : placeOf(after) + 1
  const to = before === undefined ? length : placeOf(before)
  const end = first === undefined ? to : Math.min(to, from + first)
  return [last === undefined ? from : Math.max(from, end - last), end] as const
}

function cursorAt(place: number): string {
  return Buffer.from(`cursor:${place}`).toString('base64')
}

function placeOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64').toString('latin1')
  const place = Number(/^cursor:(\d+)$/.exec(text)?.[1] ?? Number.NaN)
  if (Number.isNaN(place))
    throw new GraphqlRefusal(
      'INVALID_CURSOR_ARGUMENTS',
      `\`${cursor}\` does not appear to be a valid cursor.`,
    )
  return place
}
