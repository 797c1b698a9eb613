import { entryKey, isHeld } from '../../domain/ledger/entry.ts'
import { renderArena } from '../../domain/manifests/address-arena.ts'
import { renderReservations } from '../../domain/manifests/address-reservation.ts'
import { type Manifest, objectId } from '../../domain/manifests/manifest.ts'
import { renderSwitchLbRule } from '../../domain/manifests/switch-lb-rule.ts'
import { subnetName } from '../../domain/names.ts'
import { arenaOf, ownDelegations } from '../../domain/vip/arena-of.ts'
import type { Delegation } from '../../domain/vip/delegation.ts'
import { mirroredVips } from '../../domain/vip/mirrored-vips.ts'
import { renderedFolder } from '../state/state-paths.ts'
import { isDropped } from './is-dropped.ts'
import type { RenderContext } from './vpc-port.ts'

/** What VIP blocks cause in the management cluster: the arena, and in a file for each cluster its reservations and rules. */
export function renderVips(context: RenderContext): ReadonlyMap<string, () => readonly Manifest[]> {
  const { namespace, book, arena } = context
  const files = new Map<string, () => readonly Manifest[]>()
  if (arena === undefined) return files
  const folder = renderedFolder(namespace)
  if (context.isArenaImported !== true)
    files.set(`${folder}arena.yaml`, () => [renderArena(arenaOf(namespace, book, arena))])
  for (const delegation of ownDelegations(namespace, book)) {
    if (delegation.blocks.every(({ phase }) => phase === 'Tombstoned')) continue
    files.set(`${folder}kdccluster-${delegation.cluster}.yaml`, () => [
      ...reservationsOf(delegation, context),
      ...rulesOf(delegation, context),
    ])
  }
  return files
}

function reservationsOf(delegation: Delegation, { book, view }: RenderContext) {
  const entry = book.get(entryKey({ kind: 'KdcCluster', name: delegation.cluster }))
  const all = renderReservations(delegation)
  return all.filter((one) => entry === undefined || !isDropped(objectId(one), entry, view))
}

function rulesOf({ namespace, cluster, blocks }: Delegation, context: RenderContext) {
  const logicalSwitch = switchOf(cluster, context)
  const { mirrored } = mirroredVips(context.view.vipsOf(namespace, cluster), blocks)
  return mirrored.map((vip) => renderSwitchLbRule(vip, logicalSwitch))
}

/**
 * A Subnet of the project's VPC: that of the cluster's machines, or the first one. A project whose network Kube-DC makes
 * has one that is called so (kube-dc, project.SubnetName).
 */
function switchOf(cluster: string, { namespace, book }: RenderContext): string {
  const subnets = [...book.values()].filter((one) => one.kind === 'SubnetClaim' && isHeld(one))
  const names = subnets.map(({ name }) => name).toSorted()
  const machine = book.get(entryKey({ kind: 'Cluster', name: cluster }))
  const own = machine?.kind === 'Cluster' ? machine.spec.subnet : undefined
  const claim = names.find((name) => name === own) ?? names[0] ?? 'default'
  return subnetName(namespace, claim)
}
