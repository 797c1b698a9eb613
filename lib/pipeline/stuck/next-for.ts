import type { Obstacle } from '../../domain/ledger/why-kept.ts'
import type { Stuck } from './stuck.ts'

/** Whose objects they are. */
export interface Makers {
  /** The claim was there before Netclaim and is not taken over: the sync applies and removes nothing of it. */
  readonly imported: boolean
  /** An operator makes and removes what claims cause, the sync the claims alone. */
  readonly operated: boolean
}

/** What ends an obstacle; nothing where it ends by itself. */
export function nextFor(
  { kind, why }: Obstacle,
  reported: boolean,
  { imported, operated }: Makers,
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
      if (operated) return { next: `the operator removes it when its claim goes; ${ASK}` }
      return { next: 'netclaim sync, which removes it and says what is in the way' }
    case 'use':
      return { next: endOfUse(why) }
  }
}

/** What brings an object back that the cluster does not have. */
export function nextForMissing({ imported, operated }: Makers): string {
  if (imported) return `a person makes it again, or takes its claim out of main: ${NOT_OURS}`
  if (operated) return `the operator makes it; ${ASK}`
  return 'netclaim sync, which applies it and says what is in the way'
}

const ASK = 'kubectl describe of the claim tells what it says'

const NOT_OURS =
  'it was imported and never taken over, so that Netclaim neither makes nor removes anything of it'

function endOfUse(why: string): string {
  if (why.startsWith('Service '))
    return 'delete the Service, or take its annotation network.kmetal.io/eip-claim away'
  return why.startsWith('cluster ') ? 'delete the cluster' : 'delete what uses them'
}
