import type { KubeObject } from '../../lib/ports/cluster.ts'
import type { Rendered } from '../plan/rendered.ts'

interface Status {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  readonly ready?: boolean
  readonly standby?: boolean
  readonly v4Ip?: string
  readonly v4Eip?: string
  readonly extraExternalSubnets?: readonly string[]
}

/** Whether Kube-OVN has done what this object asks, by its status alone; other kinds have nothing to do. */
export function isReady({ apiVersion, kind, spec }: Rendered, live: KubeObject): boolean {
  if (apiVersion !== 'kubeovn.io/v1') return true
  const status = (live['status'] ?? {}) as Status
  if (kind === 'Subnet')
    return status.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
  if (kind === 'OvnEip') return status.ready === true && status.v4Ip === spec['v4Ip']
  if (kind === 'OvnSnatRule') return status.ready === true
  // A ProviderNetwork waits for the node agents, of which there are none here.
  if (kind !== 'Vpc') return true
  const connected = JSON.stringify(status.extraExternalSubnets)
  return status.standby === true && connected === JSON.stringify(spec['extraExternalSubnets'])
}
