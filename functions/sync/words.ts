import { printable } from '../../lib/domain/printable.ts'
import type { Removed, Written } from '../../lib/ports/cluster.ts'

/** Why a write did not go through, one clause. */
export function statusText(
  written: Exclude<Written, { outcome: 'written' }> | Extract<Removed, { outcome: 'refused' }>,
): string {
  const status = written.outcome === 'refused' ? ` (${written.status})` : ''
  return `${printable(written.message, 500)}${status}`
}
