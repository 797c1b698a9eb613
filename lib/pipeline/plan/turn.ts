import { compareText } from '../../domain/compare-text.ts'

/** Where in the queue something stands. */
export interface Place {
  readonly rank: number
  readonly faulty: boolean
  /** Waited before, as a rejected or a waiting claim. */
  readonly waits: boolean
  readonly namespace: string
  readonly name: string
}

/** Something that draws the next free address when it is its turn. */
export interface Turn {
  readonly place: Place
  readonly take: () => void
}

/** By rank, the faultless first, of those the ones that waited; code units decide among equals. */
export function byTurn({ place: a }: Placed, { place: b }: Placed): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.faulty !== b.faulty) return a.faulty ? 1 : -1
  if (a.waits !== b.waits) return a.waits ? -1 : 1
  return compareText(a.namespace, b.namespace) || compareText(a.name, b.name)
}

interface Placed {
  readonly place: Place
}
