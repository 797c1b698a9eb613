import * as z from 'zod'
import { formatCidr, maskCidr } from '../../domain/net/cidr.ts'
import { hold } from './hold.ts'
import type { Gathered, Named } from './observed.ts'
import { shape, Text } from './reader.ts'
import { use } from './use.ts'

const OvnEip = z.object({
  spec: z.object({ externalSubnet: Text, v4Ip: Text, v6Ip: Text }).nullish(),
  status: z.object({ v4Ip: Text, v6Ip: Text }).nullish(),
})

/** What it has (status) and what it asks for (spec) are both taken, where the two differ. */
export function readOvnEip(named: Named, into: Gathered): readonly string[] {
  const eip = OvnEip.safeParse(named.object)
  if (!eip.success) return shape(eip.error)
  const { spec, status } = eip.data
  const texts = [status?.v4Ip, status?.v6Ip, spec?.v4Ip, spec?.v6Ip]
  const subnet = spec?.externalSubnet || undefined
  return hold(named, into, { texts, ...(subnet === undefined ? {} : { subnet }) })
}

const Subnet = z.object({
  status: z.object({ v4usingIPs: z.unknown(), v6usingIPs: z.unknown() }).partial().nullish(),
})

/** The counters of a Subnet. */
export function readSubnet({ name, object }: Named, into: Gathered): readonly string[] {
  const subnet = Subnet.safeParse(object)
  if (!subnet.success) return shape(subnet.error)
  use(into, name, subnet.data.status?.v4usingIPs, subnet.data.status?.v6usingIPs)
  return []
}

const Vpc = z.object({
  spec: z
    .object({
      policyRoutes: z.array(z.object({ action: Text, match: Text }).nullable()).nullish(),
    })
    .nullish(),
})

/** One CIDR and nothing else: any other condition lets something pass. */
const DROP = /^ip[46]\.dst\s*==\s*(?<cidr>[\da-f.:]+(?:\/\d+)?)$/

/** Which CIDRs the policies of a Vpc drop, whatever their priority. */
export function readVpc({ name, object }: Named, into: Gathered): readonly string[] {
  const vpc = Vpc.safeParse(object)
  if (!vpc.success) return shape(vpc.error)
  const cidrs: string[] = []
  for (const route of vpc.data.spec?.policyRoutes ?? []) {
    if (route?.action !== 'drop') continue
    const text = DROP.exec(route.match ?? '')?.groups?.['cidr']
    const cidr = text === undefined ? undefined : maskCidr(text)
    if (cidr !== undefined) cidrs.push(formatCidr(cidr))
  }
  into.drops.push({ vpc: name, cidrs: [...new Set(cidrs)].sort() })
  return []
}
