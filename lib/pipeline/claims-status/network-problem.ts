import { printable } from '../../domain/printable.ts'
import type { Live } from './live.ts'
import type { LiveSubnet } from './live-kinds.ts'

/** Something that is not as it should be: `isMissing` where it may yet come. */
export interface Trouble {
  readonly isMissing: boolean
  readonly message: string
}

/** What keeps a provider network of Kube-OVN from being up; undefined where nothing does. */
export function networkProblem(name: string, live: Live): Trouble | undefined {
  const quoted = `provider network "${printable(name)}"`
  const network = live.networks.get(name)
  if (network === undefined) return { isMissing: true, message: `${quoted} is not there` }
  if (!network.status.ready) return { isMissing: false, message: nodesOf(quoted, network.status) }
  const vlans = live.vlansOf.get(name) ?? []
  if (vlans.length === 0) return { isMissing: true, message: `${quoted} has no Vlan yet` }
  for (const { metadata, status } of vlans) {
    if (status.conflict)
      return { isMissing: false, message: `Vlan "${metadata.name}" is in conflict with another` }
    for (const subnet of live.subnetsOn.get(metadata.name) ?? []) {
      const problem = subnetProblem(subnet)
      if (problem === undefined) continue
      const message = `external subnet "${subnet.metadata.name}" ${problem}`
      return { isMissing: false, message }
    }
  }
  return undefined
}

function nodesOf(
  quoted: string,
  { notReadyNodes }: { readonly notReadyNodes: readonly string[] },
): string {
  const [node, ...more] = notReadyNodes
  if (node === undefined) return `${quoted} is not ready on any node`
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${quoted} is not ready on node "${printable(node)}"${others}`
}

/** What is wrong with a subnet of a segment; undefined where it is as it should be. */
export function subnetProblem({ metadata, status }: LiveSubnet): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return 'is being deleted'
  const ready = status.conditions.find(({ type }) => type === 'Ready')
  if (ready?.status === 'True') return undefined
  const why = ready?.message || ready?.reason || 'Kube-OVN says nothing about it'
  return `is not ready: ${printable(why)}`
}
