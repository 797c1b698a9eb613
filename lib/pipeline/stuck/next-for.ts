import type { Obstacle } from '../../domain/ledger/why-kept.ts'
import type { Stuck } from './stuck.ts'

/** What ends an obstacle; nothing where it ends by itself. `imported`: it stands in the way of what the sync never applied. */
export function nextFor(
  { kind, why }: Obstacle,
  reported: boolean,
  imported = false,
): Pick<Stuck, 'next'> {
  switch (kind) {
    case 'order':
      return {}
    case 'facts':
      return {
        next: reported
          ? 'netclaim sync --cluster NAME, which tells what the cluster has'
          : 'netclaim sync --cluster NAME, which tells what the cluster has; or netclaim allocate --never-applied, where nothing was ever applied',
      }
    case 'proof':
      return { next: 'netclaim sync --cluster NAME --northbound tcp:…, which reads OVN' }
    case 'object':
      if (imported) return { next: `a person removes it: ${NOT_OURS}` }
      return { next: 'netclaim sync, which removes it and says what is in the way' }
    case 'use':
      return { next: endOfUse(why) }
  }
}

/** What brings an object back that the cluster does not have. */
export function nextForMissing(imported = false): string {
  return imported
    ? `a person makes it again, or takes its claim out of main: ${NOT_OURS}`
    : 'netclaim sync, which applies it and says what is in the way'
}

const NOT_OURS =
  'it was imported and never taken over, so that Netclaim neither makes nor removes anything of it'

function endOfUse(why: string): string {
  if (why.startsWith('Service '))
    return 'delete the Service, or take its annotation network.kmetal.io/eip-claim away'
  return why.startsWith('cluster ') ? 'delete the cluster' : 'delete what uses them'
}
