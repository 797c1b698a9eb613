const DAY = 86_400

/** `2026-03-01 10:00`, of seconds since 1970, in UTC. */
export function dateText(seconds: number): string {
  const minutes = Math.floor((seconds % DAY) / 60)
  return `${dayText(seconds)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** `2026-03-01T10:00:00Z`. */
export function instantText(seconds: number): string {
  return `${dateText(seconds).replace(' ', 'T')}:${two(seconds % 60)}Z`
}

/** `2026-03-01`, by the proleptic Gregorian calendar (H. Hinnant, chrono-compatible low-level date algorithms). */
export function dayText(seconds: number): string {
  // Counted from the 1st of March of the year 0, so that the leap day ends a year; an era is 400 years.
  const days = Math.floor(seconds / DAY) + 719_468
  const era = Math.floor(days / 146_097)
  const ofEra = days - era * 146_097
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const month = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * month + 2) / 5) + 1
  const isNextYear = month >= 10
  const fullYear = String(year + era * 400 + (isNextYear ? 1 : 0)).padStart(4, '0')
  return `${fullYear}-${two(isNextYear ? month - 9 : month + 3)}-${two(day)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
