import { printable } from '../lib/domain/printable.ts'

/** What a line tells beside the event; undefined is left out. Never a header, a body or a secret. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>

export type Level = 'info' | 'warn' | 'error'

/** Tells those who run this what happened. */
export type Log = (level: Level, event: string, fields?: Fields) => void

/** Longest text of a field, in UTF-16 units. */
const LONGEST = 1_000

/** Tokens of GitHub, whatever follows their prefix: since 2026 they have no fixed length. */
const TOKEN = /\b(?:gh[a-z]_|github_pat_)[\w.-]+/g

/**
 * One JSON object a line: `time` (RFC 3339), `level`, `event`, then the fields. Nothing unseen comes through,
 * and neither does any of `secrets`, wherever it may have got in.
 */
export function jsonLog(options: {
  readonly write: (line: string) => void
  readonly now: () => number
  readonly secrets?: readonly string[]
}): Log {
  const { write, now, secrets = [] } = options
  return (level, event, fields = {}) => {
    const safe = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? printable(without(value, secrets), LONGEST) : value,
    ])
    const time = new Date(now()).toISOString()
    write(JSON.stringify({ time, level, event, ...Object.fromEntries(safe) }))
  }
}

/** The message of whatever was thrown, without its stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

function without(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    .replace(TOKEN, '[secret]')
}
