import type * as z from 'zod'
import { parseAddressRange } from '../../domain/claims/platform-of.ts'
import { compareText } from '../../domain/compare-text.ts'
import type { Finding } from '../../domain/finding.ts'
import {
  type Reservation,
  ReservationFile,
  type ReservationSpec,
} from '../../domain/reservation.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { fieldFinding, inspect } from './inspect.ts'
import type { Known } from './read-head.ts'

/** Reads the reservations, by name; those with an error are left out. */
export function readReservations(known: readonly Known[]): {
  readonly value: readonly Reservation[]
  readonly findings: readonly Finding[]
} {
  const reservations: Reservation[] = []
  const findings: Finding[] = []
  for (const object of known) {
    if (object.kind !== 'Reservation') continue
    const { document } = object
    const found = [...inspect(ReservationFile, object).findings, ...inTenants(object)]
    findings.push(...found)
    if (found.some(({ severity }) => severity === 'error')) continue
    const name = String(valueAt(document.value, ['metadata', 'name']))
    // The schema, which changes no values, has just accepted it.
    const spec = valueAt(document.value, ['spec']) as z.output<typeof ReservationSpec>
    const { pool, addresses, environment, reason, until } = spec
    reservations.push({
      name,
      pool,
      ranges: addresses.flatMap((text) => parseAddressRange(text) ?? []),
      ...(environment === undefined ? {} : { environment }),
      reason,
      ...(until === undefined ? {} : { until }),
      document,
    })
  }
  return { value: reservations.toSorted((a, b) => compareText(a.name, b.name)), findings }
}

/** Whoever plans another environment does not read those files, and would give away what one of them keeps. */
function inTenants(object: Known): readonly Finding[] {
  if (!object.document.file.startsWith('platform/tenants/')) return []
  const message = 'Reservation may not stand in platform/tenants/'
  const hint = 'move it to platform/reservations.yaml, or any other file directly in platform/'
  return [fieldFinding(object, ['kind'], { rule: placementRules.folder, message, hint })]
}
