import * as z from 'zod'
import { netclaimApiVersion, reason } from './acknowledgement.ts'
import { addressRange, label, note } from './claims/field.ts'
import { apiVersion, kind, PlatformMetadata } from './claims/metadata.ts'
import { dayText } from './date-text.ts'
import type { Document } from './document.ts'
import type { Range } from './net/range.ts'

/** Addresses of a pool that an operator set aside, for one environment or for nobody. */
export interface Reservation {
  readonly name: string
  readonly pool: string
  /** In the order written; none is left out. */
  readonly ranges: readonly Range[]
  /** Whose claims may pin them; absent: nobody's. */
  readonly environment?: string
  readonly reason: string
  /** The last day, `2027-01-31`, in UTC. What is over is still kept: only its file going gives it free. */
  readonly until?: string
  readonly document: Document
}

/** `spec` of a Reservation as written. */
export const ReservationSpec = z.strictObject({
  pool: note(label(), {
    description:
      'A provider subnet, or a pool of MetalLB by the name of its object: tenant-cp-pool or mgmt-pool.',
    examples: ['ext-a'],
    unit: 'DNS label',
  }),
  addresses: note(z.array(addressRange()).min(1).max(256), {
    description: 'What is kept: addresses, ranges as first..last or first-last, and CIDRs.',
    examples: [['198.51.100.40..198.51.100.49']],
    unit: 'list of addresses, ranges and CIDRs, at most 256',
  }),
  environment: note(label().optional(), {
    description:
      'The environment whose claims may pin them; it gets none of them by itself. Left out, nobody gets one.',
    examples: ['photon-prod'],
    unit: 'DNS label',
  }),
  reason,
  until: note(z.iso.date({ error: 'is no day like "2027-01-31"' }).optional(), {
    description:
      'The last day of it, in UTC, held against the time of commits. Afterwards there is a warning, and the addresses stay kept until the file goes.',
    examples: ['2027-01-31'],
    unit: 'date',
  }),
})

/** A Reservation as its file holds it. */
export const ReservationFile = z.strictObject({
  apiVersion: apiVersion(netclaimApiVersion),
  kind: kind('Reservation'),
  metadata: PlatformMetadata,
  spec: note(ReservationSpec, {
    description: 'Which addresses are kept, for whom, why and until when.',
    examples: [
      {
        pool: 'ext-a',
        addresses: ['198.51.100.40..198.51.100.49'],
        environment: 'photon-prod',
        reason: 'partners have them in their firewalls',
        until: '2027-01-31',
      },
    ],
    unit: 'spec',
  }),
})

/** Whether its last day is over at that time, in seconds since 1970; never where no time is known. */
export function isOver({ until }: Reservation, seconds: number | undefined): boolean {
  return until !== undefined && seconds !== undefined && dayText(seconds) > until
}

/** `Reservation edge`. */
export function reservationObject({ name }: Pick<Reservation, 'name'>): string {
  return `Reservation ${name}`
}
