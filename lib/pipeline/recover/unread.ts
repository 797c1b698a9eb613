import type { Finding } from '../../domain/finding.ts'
import { factsUnreadable } from '../facts/facts-rules.ts'

/** Something of the cluster that cannot be read: what it has could be given again. */
export interface Unread {
  /** `OvnEip photon-prod-web`; absent where nothing says what it is. */
  readonly object?: string
  /** What is wrong with it, and where it stands, a clause with the value as it is written. */
  readonly why: string
}

/** More than this are not told, so that nobody knows what else there is. */
const TOLD = 100

/** What the reading of facts could not use, an entry an object or file. */
export function unreadIn(findings: readonly Finding[]): readonly Unread[] {
  const unread = findings.map(({ rule, object, message, at }): Unread => {
    const isNamed = object !== undefined && rule !== factsUnreadable.id
    // Of an item the line is that of its List.
    const where = at && (isNamed ? at.file : `${at.file}:${at.line}`)
    const why = where === undefined ? message : `${message} (${where})`
    return { why, ...(isNamed ? { object } : {}) }
  })
  if (unread.length < TOLD) return unread
  return [...unread, { why: 'there may be more, which are not told' }]
}

/** Those that a person passes over by name, the rest, and names that are of none. */
export function passOver(unread: readonly Unread[], names: readonly string[]) {
  const wanted = new Set(names)
  const isPassed = ({ object }: Unread) => object !== undefined && wanted.has(object)
  const passed = unread.filter(isPassed)
  const known = new Set(passed.map(({ object }) => object))
  return {
    passed,
    left: unread.filter((one) => !isPassed(one)),
    unknown: names.filter((name) => !known.has(name)),
  }
}
