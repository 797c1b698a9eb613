import { printable } from '../domain/printable.ts'
import type { Cause } from '../pipeline/history/cause.ts'

/** `#12 Open a shop, by ada <ada@example.com>, written by bob <bob@example.com>`. */
export function causeText({ subject, pullRequest, writtenBy, ...by }: Cause): string {
  const what = pullRequest === undefined ? subject : `#${pullRequest.number} ${pullRequest.title}`
  const whose = writtenBy === undefined ? '' : `, written by ${personText(writtenBy)}`
  return `${printable(what, 72)}, by ${personText(by)}${whose}`
}

function personText({ author, email }: Pick<Cause, 'author' | 'email'>): string {
  return `${printable(author, 60)} <${printable(email, 80)}>`
}

/** The same for programs. */
export function causeJson(cause: Cause | undefined) {
  if (cause === undefined) return undefined
  const { subject, author, email, pullRequest, writtenBy } = cause
  return { subject, author, email, pullRequest, writtenBy }
}
