import * as z from 'zod'

/** A cluster is named as its branch is: a DNS label (RFC 1123). */
export const Cluster = z.string().regex(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/)

/** Flux lets 39,000 characters through; what is shown is cut far below. */
export const Message = z.string().max(65_536)

/** An object's name, or kind, or namespace. */
export const Name = z.string().max(253)

/** An instant as RFC 3339 writes it, in milliseconds since 1970. */
export const Instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** A commit's id. */
export const CommitId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
