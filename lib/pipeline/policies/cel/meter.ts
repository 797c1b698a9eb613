import { isCelList, isCelMap } from '@bufbuild/cel'
import { MAX_ALL_STEPS, MAX_STEPS } from '../limits.ts'

/** Characters, and items of a list, that count as a step. */
const CHARACTERS = 100
const ITEMS = 25

/** What looking once more at an object costs: a step takes two or three microseconds, whatever it is. */
const A_LOOK = 5

/** Characters of a text times those of the pattern that it is held to, that count as a step. */
const MATCHING = 50

/** Counts what evaluating takes, so that it ends, and ends at the same place on every host. */
export class Meter {
  private left = MAX_STEPS
  private all = MAX_ALL_STEPS
  private patterns = new Set<string>()

  /** For another plan. */
  begin(): void {
    this.all = MAX_ALL_STEPS
  }

  /** For the next policy or the next object. */
  restart(): void {
    this.left = MAX_STEPS
    this.patterns = new Set()
    this.take(A_LOOK)
  }

  /** Whether there was as much left. */
  take(steps: number): boolean {
    this.left -= steps
    this.all -= steps
    return this.excess() === undefined
  }

  /** What was taken too much of. */
  excess(): string | undefined {
    if (this.all < 0) return `all policies together take more than ${MAX_ALL_STEPS} steps`
    return this.left < 0 ? `takes more than ${MAX_STEPS} steps` : undefined
  }

  /** A call that reads a value, but not what is in its items. */
  flat(value: unknown): void {
    this.need(1 + sizeOf(value))
  }

  /** A call that may read all there is in a value. */
  deep(value: unknown): void {
    this.flat(value)
    if (isCelList(value)) for (const item of value) this.deep(item)
    if (isCelMap(value)) for (const [, item] of value) this.deep(item)
  }

  /** A pattern costs by what it is held to, and when it is first compiled, by what is repeated in it. */
  pattern(pattern: string, text: string): void {
    this.need((pattern.length * text.length) / MATCHING)
    if (this.patterns.has(pattern)) return
    this.patterns.add(pattern)
    const counts = [...pattern.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 1)
    this.need(pattern.length * counts)
  }

  private need(steps: number): void {
    if (!this.take(Math.ceil(steps))) throw new Error(this.excess())
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS
  return isCelList(value) || isCelMap(value) ? value.size / ITEMS : 0
}
