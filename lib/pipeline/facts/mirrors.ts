import * as z from 'zod'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { printable } from '../../domain/printable.ts'
import { displayName, type Gathered, type Named } from './observed.ts'
import { shape, Text } from './reader.ts'

/** By this a Service says that it stands for a VIP (Kube-OVN: pkg/util/const.go). */
export const VIP = 'ovn.kubernetes.io/switch_lb_vip'
/** By these a SwitchLBRule, or the Service that mirrors it, says of which VPC it is. */
export const ROUTERS = ['ovn.kubernetes.io/logical_router', 'ovn.kubernetes.io/vpc']

const Annotations = z.record(z.string(), z.unknown()).nullish().catch({})

const SwitchLBRule = z.object({
  metadata: z.object({ annotations: Annotations }),
  spec: z.object({ vip: Text }).nullish(),
})

/** The VIP that it asks for. */
export function readSwitchLBRule(named: Named, into: Gathered): readonly string[] {
  const rule = SwitchLBRule.safeParse(named.object)
  if (!rule.success) return shape(rule.error)
  return mirror(named, into, {
    text: rule.data.spec?.vip,
    annotations: rule.data.metadata.annotations,
  })
}

const Mirror = z.object({ metadata: z.object({ annotations: Annotations }) })

/** A Service that Kube-OVN made for a SwitchLBRule, which may outlive it (kube-ovn.md 5.4). */
export function readMirror(named: Named, into: Gathered): readonly string[] {
  const annotations = Mirror.safeParse(named.object).data?.metadata.annotations
  const text = annotations?.[VIP]
  return typeof text === 'string' ? mirror(named, into, { text, annotations }) : []
}

interface Said {
  readonly text: string | null | undefined
  readonly annotations: Readonly<Record<string, unknown>> | null | undefined
}

function mirror(named: Named, into: Gathered, { text, annotations }: Said): readonly string[] {
  if (!text) return []
  const problems: string[] = []
  const vpc = ROUTERS.map((key) => annotations?.[key]).find(isSaid)
  for (const one of text.split(',')) {
    const address = parseAddress(one)
    if (address === undefined) problems.push(`VIP "${printable(one, 80)}" cannot be read`)
    else
      into.mirrors.push({
        address: formatAddress(address),
        holder: displayName(named),
        ...(vpc === undefined ? {} : { vpc }),
      })
  }
  return problems
}

function isSaid(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
