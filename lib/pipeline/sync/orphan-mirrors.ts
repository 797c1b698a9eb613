import * as z from 'zod'
import { holdAnnotation } from '../../domain/hold.ts'
import { mirrorStem, vpcName } from '../../domain/names.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { VIP } from '../facts/mirrors.ts'
import { holdOf } from './hold.ts'

/** A Service that Kube-OVN made for a SwitchLBRule of ours, and left behind. */
export interface OrphanMirror {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly revision: string
  /** The rule that it was made for. */
  readonly rule: string
}

const Mirror = z.object({
  metadata: z.object({
    name: z.string().regex(/^slr-.+-[0-9a-f]{16}$/),
    namespace: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    annotations: z.object({
      [VIP]: z.string().min(1),
      'ovn.kubernetes.io/logical_router': z.string(),
      [holdAnnotation]: z.string().exactOptional(),
    }),
  }),
})
const Named = z.object({ metadata: z.object({ name: z.string() }) })

/**
 * Mirrors of rules that are gone: a rule that goes while Kube-OVN's controller is down leaves its Service and the VIP for
 * ever, and who takes the Service away clears both (kube-ovn.md 5.4, seen 1.16.2). None where a list is not whole, and none
 * that is on hold. `now`: `2026-11-30T12:00:00Z`.
 */
export function orphanMirrors(lists: Lists, now: string): readonly OrphanMirror[] {
  const rules = itemsOf(lists, 'kubeovn.io/SwitchLBRule')
  const services = itemsOf(lists, 'Service')
  if (rules === undefined || services === undefined) return []
  const living = new Set(rules.map((rule) => Named.safeParse(rule).data?.metadata.name))
  return services.flatMap((service) => {
    const { metadata } = Mirror.safeParse(service).data ?? {}
    if (metadata === undefined) return []
    const { name, namespace, uid, resourceVersion: revision, annotations } = metadata
    const rule = name.slice('slr-'.length)
    const isOurs =
      rule.startsWith(mirrorStem(namespace)) &&
      annotations['ovn.kubernetes.io/logical_router'] === vpcName(namespace)
    const isLeft = isOurs && !living.has(rule) && holdOf({ metadata }, now) === undefined
    return isLeft ? [{ namespace, name, uid, revision, rule }] : []
  })
}
