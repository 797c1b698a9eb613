import * as z from 'zod'
import type { LiveObject } from './live.ts'

const Word = z.string().catch('')
const Words = z.array(z.string()).catch([])
const Flag = z.boolean().catch(false)

/** What of each kind an import looks at; a field of another type is as one that is missing. */
export const shapes = {
  providerNetwork: z.object({ defaultInterface: Word }),
  vlan: z.object({ id: z.int().catch(0), provider: Word }),
  vpc: z.object({
    namespaces: Words,
    enableExternal: Flag,
    extraExternalSubnets: z.array(z.string()).optional().catch(undefined),
    policyRoutes: z
      .array(
        z.object({ priority: z.number().catch(0), action: Word, match: Word }).catch({
          priority: 0,
          action: '',
          match: '',
        }),
      )
      .catch([]),
  }),
  subnet: z.object({
    vpc: Word,
    vlan: Word,
    provider: Word,
    cidrBlock: Word,
    gateway: Word,
    excludeIps: Words,
    namespaces: Words,
    default: Flag,
    logicalGateway: Flag,
    u2oInterconnection: Flag,
  }),
  ovnEip: z.object({ externalSubnet: Word, type: Word, v4Ip: Word }),
  /** All three kinds of NAT rules. */
  rule: z.object({ ovnEip: Word, vpc: Word, vpcSubnet: Word, v4IpCidr: Word, ipName: Word }),
  ipAddressPool: z.object({ addresses: Words }),
  service: z.object({ type: Word }),
} as const

const Condition = z.object({ type: Word, status: Word, message: Word })

/** What controllers say of an object, as far as an import asks. */
export const Status = z.object({
  standby: Flag,
  default: Flag,
  ready: Flag,
  conflict: Flag,
  v4Ip: Word,
  conditions: z.array(Condition).catch([]),
})

/** The spec of an object, as far as it is of the shape. */
export function specOf<T extends z.ZodType>({ object }: LiveObject, shape: T): z.output<T> {
  return part(shape, object['spec'])
}

export function statusOf({ object }: LiveObject): z.output<typeof Status> {
  return part(Status, object['status'])
}

export function hasStatus({ object }: LiveObject): boolean {
  const { status } = object
  return typeof status === 'object' && status !== null && Object.keys(status).length > 0
}

function part<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  return shape.safeParse(value).data ?? shape.parse({})
}
