import * as z from 'zod'
import { Text } from './reader.ts'

/** What asks MetalLB for addresses, that of today first: of two it takes the first. */
const KEYS = ['metallb.io/loadBalancerIPs', 'metallb.universe.tf/loadBalancerIPs'] as const

const Pinned = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.unknown()).nullish() }),
  spec: z.object({
    type: z.literal('LoadBalancer'),
    loadBalancerClass: Text,
    loadBalancerIP: Text,
  }),
})

/** The addresses that a Service asks MetalLB for, whether it has them yet or not; none of a class of others. */
export function pinsOf(service: unknown): readonly string[] {
  const pinned = Pinned.safeParse(service)
  if (!pinned.success || pinned.data.spec.loadBalancerClass) return []
  const { metadata, spec } = pinned.data
  const written = KEYS.map((key) => metadata.annotations?.[key]).find((text) => text !== undefined)
  const text = typeof written === 'string' ? written : (spec.loadBalancerIP ?? '')
  return text
    .split(',')
    .map((pin) => pin.trim())
    .filter((pin) => pin !== '')
}
