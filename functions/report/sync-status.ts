import { printable } from '../../lib/domain/printable.ts'
import type { CommitStatus } from '../../lib/ports/forge.ts'
import { cut } from '../../lib/summary/cut.ts'
import type { SyncReport } from './sync-report.ts'

/** Name of the status of a cluster. */
export function syncContext(cluster: string): string {
  return `netclaim/sync/${cluster}`
}

/** What a status of ours says beside its state: whom it is about, and when. */
export interface Told {
  readonly object?: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The sweep's own words, when a cluster says nothing. */
  readonly silent: boolean
}

/** Characters of a description: GitHub refuses a longer one. */
const MAX_DESCRIPTION = 140
const MAX_OBJECT = 60

/** `Kustomization flux-system/photon: health check failed (flux, 2026-11-29T23:00:00Z)`, at most 140 characters. */
export function describe(report: SyncReport): string {
  const { reporter, state, message, at } = report
  const object = shownObject(report)
  const words = printable(message === '' ? wordsFor[state] : message, 400)
  const tail = ` (${reporter}, ${instant(at)})`
  const text = object === undefined ? words : `${object}: ${words}`
  return cut(text, MAX_DESCRIPTION - tail.length) + tail
}

/** The object as a description has room for it: names hold no colon. */
export function shownObject({ object }: SyncReport): string | undefined {
  if (object === undefined) return undefined
  return cut(printable(object).replaceAll(':', ''), MAX_OBJECT)
}

const wordsFor = {
  pending: 'applying',
  success: 'applied',
  failure: 'failed',
  error: 'could not be applied',
} as const

const SILENCE = 'no report since '

/** What `describe`, or the sweep, has written; undefined for another's words. */
export function readTold({ description }: CommitStatus): Told | undefined {
  if (description.startsWith(SILENCE))
    return told({ at: Date.parse(description.slice(SILENCE.length)), silent: true })
  const [, text = '', reporter, time = ''] =
    /^(.*) \((own|flux|argocd), (\S+)\)$/u.exec(description) ?? []
  // Our own sync speaks of all at once, whatever its words begin with.
  const object = reporter === 'own' ? undefined : /^([^:]+): /.exec(text)?.[1]
  return told({ at: Date.parse(time), silent: false, ...(object === undefined ? {} : { object }) })
}

function told(one: Told): Told | undefined {
  return Number.isNaN(one.at) ? undefined : one
}

/** Since when a cluster says nothing. */
export function silence(at: number): string {
  return SILENCE + instant(at)
}

/** To the second, in UTC. */
function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
