/** The subject of a commit message as Git shows it: the lines of its first paragraph, joined by a space. */
export function subject(message: string): string {
  const lines = message.split('\n').map((line) => line.trimEnd())
  const start = lines.findIndex((line) => line !== '')
  if (start === -1) return ''
  const end = lines.indexOf('', start)
  return lines.slice(start, end === -1 ? undefined : end).join(' ')
}

/** Seconds since 1970 of a time as GitHub writes it; 0 for one before. */
export function secondsOf(time: string): number {
  return Math.max(0, Math.floor(Date.parse(time) / 1000) || 0)
}
