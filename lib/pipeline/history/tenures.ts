import type { Holding } from './holdings.ts'
import type { StateStep } from './state-step.ts'

/** How a holding was from one state commit on. */
export interface Span {
  readonly phase: Holding['phase']
  readonly from: StateStep
}

/** From when to when somebody had something. */
export interface Tenure extends Omit<Holding, 'phase'> {
  /** The oldest first; at least one. */
  readonly spans: readonly Span[]
  /** The commit that ended it; absent while it lasts. */
  readonly until?: StateStep
}

/** One version of a file: what it says after a commit; undefined: it cannot be read, so nothing is known. */
export interface Version {
  readonly step: StateStep
  readonly path: string
  readonly holdings: readonly Holding[] | undefined
}

/** Who had what from when to when, told by versions of files that come the oldest first. */
export class Tenures {
  readonly #ended: Tenure[] = []
  /** Those that last, by file and by what is followed. */
  readonly #open = new Map<string, Map<string, Tenure>>()

  add({ step, path, holdings }: Version): void {
    if (holdings === undefined) return
    const before = this.#open.get(path) ?? new Map<string, Tenure>()
    const after = new Map<string, Tenure>()
    for (const holding of holdings) {
      const known = before.get(holding.track)
      after.set(
        holding.track,
        known !== undefined && isSame(known, holding)
          ? goOn(known, holding, step)
          : begin(holding, step),
      )
    }
    for (const [track, tenure] of before) {
      if (after.get(track)?.spans[0] !== tenure.spans[0])
        this.#ended.push({ ...tenure, until: step })
    }
    this.#open.set(path, after)
  }

  /** Those that last, in no order. */
  current(): readonly Tenure[] {
    return this.#open
      .values()
      .flatMap((one) => one.values())
      .toArray()
  }

  /** Those that are over, the last one first. */
  former(): readonly Tenure[] {
    return this.#ended.toReversed()
  }
}

function isSame(tenure: Tenure, holding: Holding): boolean {
  return (
    tenure.holder === holding.holder &&
    tenure.range === holding.range &&
    tenure.pool === holding.pool
  )
}

function begin({ phase, ...holding }: Holding, from: StateStep): Tenure {
  return { ...holding, spans: [{ phase, from }] }
}

/** A phase that lasts is no new span. */
function goOn(tenure: Tenure, { phase, rule }: Holding, from: StateStep): Tenure {
  const spans =
    tenure.spans.at(-1)?.phase === phase ? tenure.spans : [...tenure.spans, { phase, from }]
  return { ...tenure, spans, ...(rule === undefined ? {} : { rule }) }
}
