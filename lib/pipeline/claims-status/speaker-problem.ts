import * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import type { Trouble } from './network-problem.ts'

/** Where kMetal puts MetalLB (kMetal networking tasks). */
const NAMESPACE = 'kmetal-metallb'
/** By which label MetalLB's chart and its plain manifests name the speaker. */
const LABELS = ['app.kubernetes.io/component', 'component']

const Count = z.int().nonnegative().default(0).catch(0)
const DaemonSet = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    labels: z.record(z.string(), z.unknown()).default({}).catch({}),
  }),
  status: z
    .object({ desiredNumberScheduled: Count, numberReady: Count })
    .default({ desiredNumberScheduled: 0, numberReady: 0 })
    .catch({ desiredNumberScheduled: 0, numberReady: 0 }),
})

/**
 * Why nothing may answer for an address that MetalLB assigns: its speaker runs on every node, and answers ARP from one on
 * the address' segment. Undefined where it does, or where nobody can tell.
 */
export function speakerProblem(lists: Lists): Trouble | undefined {
  const items = itemsOf(lists, 'apps/DaemonSet')
  if (items === undefined) return undefined
  const speakers = items.flatMap((item) => {
    const { data } = DaemonSet.safeParse(item)
    return data !== undefined && isSpeaker(data) ? [data] : []
  })
  if (speakers.length === 0) return lacking(`no speaker of MetalLB is in namespace "${NAMESPACE}"`)
  for (const { metadata, status } of speakers) {
    const { desiredNumberScheduled: wanted, numberReady: ready } = status
    if (wanted > 0 && ready >= wanted) continue
    return lacking(
      `DaemonSet "${printable(metadata.name)}" has MetalLB's speaker ready on ${ready} of ${wanted} nodes`,
    )
  }
  return undefined
}

function isSpeaker({ metadata: { namespace, labels } }: z.output<typeof DaemonSet>): boolean {
  return namespace === NAMESPACE && LABELS.some((label) => labels[label] === 'speaker')
}

/** It may come by itself, as at every update of it. */
function lacking(what: string): Trouble {
  const message = `${what}: on a segment without one nothing answers for an address`
  return { isMissing: true, message }
}
