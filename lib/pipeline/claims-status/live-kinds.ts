import * as z from 'zod'
import { Metadata } from './claim-object.ts'

const Word = z.string().catch('')
const Names = z.array(z.string()).catch([])
const Flag = z.boolean().catch(false)
/** Kube-OVN's counters are floats: from 2^53 on they are not exact, and no number is better than that. */
const Count = z.int().nonnegative().optional().catch(undefined)

/** A part of an object that may be missing, or be anything: its fields have what a missing one means. */
function part<T extends z.ZodType>(schema: T) {
  return z.unknown().transform((value) => schema.safeParse(value).data ?? schema.parse({}))
}

/** Kube-OVN writes no condition on a Vpc; `standby` says that its router is made. */
export const Vpc = z.object({
  metadata: Metadata,
  spec: part(z.object({ extraExternalSubnets: Names })),
  status: part(z.object({ standby: Flag, enableExternal: Flag, extraExternalSubnets: Names })),
})

const Condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']).catch('Unknown'),
  reason: Word,
  message: Word,
})

export const Subnet = z.object({
  metadata: Metadata,
  spec: part(z.object({ vpc: Word, cidrBlock: Word, excludeIps: Names, vlan: Word })),
  status: part(
    z.object({
      v4availableIPs: Count,
      v4usingIPs: Count,
      v6availableIPs: Count,
      v6usingIPs: Count,
      conditions: z.array(Condition).catch([]),
    }),
  ),
})

/** `status.v4Ip` is the address that it has, whatever the spec asks for; empty while it has none. */
export const OvnEip = z.object({
  metadata: Metadata,
  spec: part(z.object({ externalSubnet: Word })),
  status: part(z.object({ ready: Flag, v4Ip: Word })),
})

export const Vlan = z.object({
  metadata: Metadata,
  spec: part(z.object({ provider: Word })),
  status: part(z.object({ conflict: Flag })),
})

export const ProviderNetwork = z.object({
  metadata: Metadata,
  status: part(z.object({ ready: Flag, notReadyNodes: Names })),
})

export type LiveVpc = Readonly<z.output<typeof Vpc>>
export type LiveSubnet = Readonly<z.output<typeof Subnet>>
export type LiveEip = Readonly<z.output<typeof OvnEip>>
export type LiveVlan = Readonly<z.output<typeof Vlan>>
export type LiveNetwork = Readonly<z.output<typeof ProviderNetwork>>
