import type { Vip } from '../facts.ts'
import { parseAddress } from '../net/address.ts'
import { parseCidr } from '../net/cidr.ts'
import { rangeOf } from '../net/range.ts'
import type { VipBlock } from './delegation.ts'

/** What the path of a VIP does not carry (seed, Limits), and what is no VIP of the cluster at all. */
export type VipLimit = 'Local' | 'SCTP' | 'SourceAddresses' | 'NodePorts' | 'Outside'

/** A limit that a Service breaks, with a clause that names the value. */
export interface BrokenLimit {
  readonly limit: VipLimit
  readonly message: string
}

/**
 * Why a VIP is not mirrored; none: it may be. `blocks` are those of its cluster, of which the bound ones count. What arrives
 * has the address of a node, so nothing that asks for the client's can be kept.
 */
export function limitsOf(vip: Vip, blocks: readonly VipBlock[]): readonly BrokenLimit[] {
  const { address, ports, externalTrafficPolicy, sourceRanges } = vip
  const broken: BrokenLimit[] = []
  const say = (limit: VipLimit, message: string) => broken.push({ limit, message })
  if (!blocks.some((block) => block.phase === 'Bound' && holds(block, address)))
    say('Outside', `its address ${address} is in no VIP block that its cluster has`)
  if (externalTrafficPolicy === 'Local')
    say('Local', 'externalTrafficPolicy: Local is not supported on this path')
  if (sourceRanges)
    say(
      'SourceAddresses',
      'loadBalancerSourceRanges is not supported on this path: traffic arrives source-NATed',
    )
  const sctp = ports.filter(({ protocol }) => protocol === 'SCTP').map(({ port }) => port)
  if (sctp.length > 0) say('SCTP', `SCTP (port ${sctp.join(', ')}) is not supported on this path`)
  const closed = ports.filter(({ nodePort }) => nodePort === undefined).map(({ port }) => port)
  if (closed.length > 0) say('NodePorts', `port ${closed.join(', ')} has no nodePort to go to`)
  return broken
}

function holds({ cidr }: VipBlock, address: string): boolean {
  const [block, single] = [parseCidr(cidr), parseAddress(address)]
  if (block === undefined || single === undefined) return false
  const { family, first } = rangeOf(single)
  return block.family === family && block.first <= first && first <= block.last
}
