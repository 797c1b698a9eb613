import type { Place } from '../../domain/finding.ts'
import { locateIn } from '../yaml/lines.ts'

/** A line of an environment file that says something. */
export interface EnvLine {
  /** What stands before the first `=`; the whole line where there is none. */
  readonly name: string
  /** What stands behind it, blanks and all; undefined where there is no `=`. */
  readonly value?: string
  readonly at: Place
  /** Where the value begins: behind the `=` and blanks. */
  readonly valueAt: Place
}

/**
 * The lines of an environment file as kustomize reads it (api/kv/kv.go): a BOM at its start, blanks before a line, empty
 * lines and those that begin with `#` do not count; a line ends with LF or CRLF.
 */
export function envLines(file: string, text: string): readonly EnvLine[] {
  const whole = text.startsWith('\ufeff') ? text.slice(1) : text
  const locate = locateIn(file, whole)
  const lines: EnvLine[] = []
  let offset = 0
  for (const raw of whole.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const start = line.length - line.trimStart().length
    if (start < line.length && line[start] !== '#') {
      lines.push(lineOf(line, start, (at) => locate(offset + at)))
    }
    offset += raw.length + 1
  }
  return lines
}

function lineOf(line: string, start: number, locate: (at: number) => Place): EnvLine {
  const equals = line.indexOf('=', start)
  if (equals < 0) return { name: line.slice(start), at: locate(start), valueAt: locate(start) }
  const value = line.slice(equals + 1)
  const blanks = value.trim() === '' ? 0 : value.length - value.trimStart().length
  const valueAt = locate(equals + 1 + blanks)
  return { name: line.slice(start, equals), value, at: locate(start), valueAt }
}
