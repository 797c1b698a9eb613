import type * as z from 'zod'
import type { Manifest } from '../manifests/manifest.ts'
import { AddressArenaSpec } from '../vip/address-arena.ts'
import { AddressReservationSpec } from '../vip/address-reservation.ts'
import { type Column, renderCrd } from './crd.ts'
import { statusOf } from './statuses.ts'
import { structural, type Validation } from './structural.ts'

/** What a block, or the ledger of blocks, was made for is what it stays. */
function immutable(kind: string, ...fields: readonly string[]) {
  return Object.fromEntries(
    fields.map((field) => {
      const message = `${kind}.spec.${field} is immutable`
      return [`spec.${field}`, [{ rule: 'self == oldSelf', message }]]
    }),
  )
}

/** The ledger of a project's VIP blocks (K-046). */
export function addressArena(): Manifest {
  return vipCrd('AddressArena', AddressArenaSpec, {
    about: "The ledger of a project's VIP blocks.",
    columns: [
      { name: 'Pool', type: 'string', jsonPath: '.spec.cidr' },
      { name: 'Used', type: 'integer', jsonPath: '.spec.slotsUsed' },
      { name: 'Maximum', type: 'integer', jsonPath: '.spec.slotsMaximum' },
      { name: 'Blocks', type: 'integer', jsonPath: '.spec.blocks' },
    ],
    rules: {
      ...immutable('AddressArena', 'projectNamespace', 'cidr'),
      spec: [
        { rule: 'self.slotsUsed == self.slots.size()', message: 'slotsUsed must count slots' },
        {
          rule: 'self.slots.all(s, cidr(self.cidr).containsCIDR(s.cidr))',
          message: 'slots must be blocks of cidr',
        },
        {
          rule: 'self.slots.all(s, self.slots.exists_one(other, other.cidr == s.cidr))',
          message: 'slots must be different blocks',
        },
      ],
    },
  })
}

/** A VIP block of a cluster (K-045). */
export function addressReservation(): Manifest {
  return vipCrd('AddressReservation', AddressReservationSpec, {
    about: "One VIP block of a project's arena, for one cluster.",
    columns: [
      { name: 'Project', type: 'string', jsonPath: '.spec.projectNamespace' },
      { name: 'Cluster', type: 'string', jsonPath: '.spec.cluster' },
      { name: 'Range', type: 'string', jsonPath: '.spec.cidr' },
      { name: 'Phase', type: 'string', jsonPath: '.spec.phase' },
      { name: 'Disposition', type: 'string', jsonPath: '.spec.disposition' },
    ],
    rules: immutable(
      'AddressReservation',
      'arena',
      'projectNamespace',
      'cluster',
      'ordinal',
      'cidr',
    ),
  })
}

interface About {
  readonly about: string
  readonly columns: readonly Column[]
  readonly rules: Readonly<Record<string, readonly Validation[]>>
}

function vipCrd(
  kind: 'AddressArena' | 'AddressReservation',
  spec: z.ZodType,
  { about, columns, rules }: About,
): Manifest {
  return renderCrd({
    group: 'network.kube-dc.com',
    kind,
    plural: `${kind.toLowerCase()}s`,
    shortNames: [],
    // `kubectl get addressarena vip-<project-ns>` finds it without a namespace.
    scope: 'Cluster',
    about,
    columns,
    longNames: true,
    spec: structural(spec, 'spec', { rules, exact: true }),
    status: statusOf(kind),
  })
}
