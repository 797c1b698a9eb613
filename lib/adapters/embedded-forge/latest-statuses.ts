import type { StatusRow } from './records.ts'

/** The last of each name, in whatever case it was written. */
export function latestStatuses(statuses: readonly StatusRow[], sha: string): StatusRow[] {
  const all = statuses.filter((status) => status.sha === sha)
  return [...new Map(all.map((status) => [nameOf(status), status])).values()]
}

/** What statuses are told apart by. */
export function nameOf({ context }: StatusRow): string {
  return context.toLowerCase()
}
