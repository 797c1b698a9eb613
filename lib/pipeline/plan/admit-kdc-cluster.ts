import { type KdcCluster, objectName } from '../../domain/claims/claim.ts'
import { reservationStem } from '../../domain/names.ts'
import { findBlockTransfer } from './block-transfer.ts'
import type { Draft } from './draft.ts'
import { nameProblem } from './name-problem.ts'
import type { Verdict } from './verdict.ts'

/** Judges a new KdcCluster: the names of its reservations are nobody else's. Its blocks come after all claims are known. */
export function admitKdcCluster(draft: Draft, claim: KdcCluster): Verdict {
  const name = reservationStem(claim.namespace, claim.name)
  const names = nameProblem(draft, claim, { space: 'AddressReservation', name })
  const { findings: transfer, taken, take } = findBlockTransfer(draft, claim)
  const findings = [...names, ...transfer]
  const { kind, spec } = claim
  if (spec === undefined) return { findings }
  return {
    findings,
    entry: { kind, name: claim.name, phase: 'held', spec, ...taken },
    take: () => {
      draft.names.claim('AddressReservation', name, objectName(claim))
      take?.()
    },
  }
}
