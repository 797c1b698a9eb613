import { printable } from '../../lib/domain/printable.ts'
import type { CommitStatus } from '../../lib/ports/forge.ts'
import { cut } from '../../lib/summary/cut.ts'
import type { SyncReport, TimedReport } from './sync-report.ts'

/** Name of the status of a cluster. */
export function syncContext(cluster: string): string {
  return `netclaim/sync/${cluster}`
}

/**
 * Name of the status of one thing that the cluster applies by itself and that failed; undefined where its failure is not
 * to be remembered.
 */
export function objectContext({ cluster, object, recovers }: SyncReport): string | undefined {
  if (object === undefined || recovers === undefined) return undefined
  const name = object.slice(object.indexOf(' ') + 1)
  return `${syncContext(cluster)}/${printable(name, MAX_NAME)}`
}

/** Whether it is the status of one thing of a cluster. */
export function isOfObject({ context }: CommitStatus, cluster: string): boolean {
  return context.startsWith(`${syncContext(cluster)}/`)
}

/** When a status of ours was said. */
export interface Told {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The sweep's own words: it waits, or the cluster says nothing. */
  readonly silent: boolean
  /** Whether our own sync said it, of all there is. */
  readonly own: boolean
}

/** Characters of a description: GitHub refuses a longer one. */
const MAX_DESCRIPTION = 140
const MAX_OBJECT = 60
const MAX_NAME = 200

/** `Kustomization flux-system/photon: health check failed (flux, 2026-11-29T23:00:00Z)`, at most 140 characters. */
export function describe(report: TimedReport): string {
  const { reporter, state, message, at } = report
  const object = shownObject(report)
  const words = printable(message === '' ? wordsFor[state] : message, 400)
  const tail = ` (${reporter}, ${instant(at)})`
  const text = object === undefined ? words : `${object}: ${words}`
  return cut(text, MAX_DESCRIPTION - tail.length) + tail
}

/** The object as a description has room for it. */
function shownObject({ object }: SyncReport): string | undefined {
  return object === undefined ? undefined : cut(printable(object), MAX_OBJECT)
}

const wordsFor = {
  pending: 'applying',
  success: 'applied',
  failure: 'failed',
  error: 'could not be applied',
} as const

const SILENCE = 'no report since '
const WAITING = 'waiting for a report since '

/** When that was written, by `describe` or by the sweep; undefined for another's words. */
export function readTold({ description }: CommitStatus): Told | undefined {
  for (const words of [SILENCE, WAITING])
    if (description.startsWith(words)) return told(description.slice(words.length), 'sweep')
  const [, by = '', time] = /^.* \((own|flux|argocd), (\S+)\)$/u.exec(description) ?? []
  return time === undefined ? undefined : told(time, by)
}

function told(time: string, by: string): Told | undefined {
  const at = Date.parse(time)
  return Number.isNaN(at) ? undefined : { at, silent: by === 'sweep', own: by === 'own' }
}

/** Since when a cluster says nothing. */
export function silence(at: number): string {
  return SILENCE + instant(at)
}

/** Since when it is to say something. */
export function waiting(at: number): string {
  return WAITING + instant(at)
}

/** Who pushes facts and sends no reports. */
export function appliedByFacts(at: number): string {
  return `applied, as its facts show (own, ${instant(at)})`
}

/** The state is one that the cluster had left behind, as facts of that time show. */
export function movedBack(way: { to: number; from: number; at: number }): string {
  return `went back to generation ${way.to}, had ${way.from} (own, ${instant(way.at)})`
}

/** To the second, in UTC. */
function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
