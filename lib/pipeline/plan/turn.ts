/** Something that draws the next free address when it is its turn. */
export interface Turn {
  readonly order: string
  readonly take: () => void
}

/** Where in the queue something stands; code units decide among equals. */
export function turnOf(place: {
  readonly rank: number
  readonly faulty: boolean
  readonly waits: boolean
  readonly name: string
}): string {
  const name = place.name.slice(place.name.indexOf(' ') + 1).replace('/', '\u0000')
  return `${place.rank}${place.faulty ? 1 : 0}${place.waits ? 0 : 1}${name}`
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
