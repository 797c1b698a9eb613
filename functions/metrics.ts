import { OutsideError } from '../lib/adapters/outside-error.ts'
import { type Fullness, gaugesOf } from '../lib/summary/metrics.ts'
import { metricsText } from '../lib/summary/metrics-text.ts'
import { groundOf } from './check/ground.ts'
import type { ContextFor } from './host.ts'
import { type Log, messageOf } from './log.ts'
import { Meter } from './metrics/meter.ts'

/** Which repositories are told of, and how they are reached. */
export interface MetricsOptions {
  readonly repositories: readonly string[]
  readonly contextFor: ContextFor
  readonly log: Log
}

/**
 * Gives the text of the metrics of all repositories, as Prometheus reads it. What was read stays in memory, so that the
 * next time costs what has changed since; who asks while it is being read gets the same answer. A repository that cannot
 * be read is told as such, beside the others.
 */
export function metricsOf({
  repositories,
  contextFor,
  log,
}: MetricsOptions): () => Promise<string> {
  const meters = repositories.map((name) => [name, new Meter()] as const)
  const readAll = async () => {
    const all = meters.map(([name, meter]) => fullnessOf(name, meter, { contextFor, log }))
    return metricsText(gaugesOf(await Promise.all(all)))
  }
  let reading: Promise<string> | undefined
  return () => {
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }
}

async function fullnessOf(
  repository: string,
  meter: Meter,
  { contextFor, log }: Pick<MetricsOptions, 'contextFor' | 'log'>,
): Promise<Fullness> {
  try {
    const context = await contextFor(repository)
    const { state } = await groundOf(context)
    const full = state === undefined ? empty : await meter.read(context.repository, state)
    return { repository, isRead: state !== undefined, ...full }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    log('warn', 'no metrics', { repository, why: messageOf(error) })
    return { repository, isRead: false, ...empty }
  }
}

const empty = { pools: [], arenas: [] }
