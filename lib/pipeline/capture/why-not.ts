import { objectName } from '../../domain/claims/claim.ts'
import { claimApiVersion } from '../../domain/claims/metadata.ts'
import { platformAnnotation } from '../../domain/manifests/origin.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { Inputs } from '../inputs.ts'
import { isController } from '../sync/managed-fields.ts'
import { claimOf } from '../sync/rendered-object.ts'
import type { Found } from './in-object.ts'
import { restoreOrGiveUp, SYNC, undoOrHold } from './next-step.ts'

/** Why no file can say it, a clause, and what to do next. */
export interface WhyNot {
  readonly reason: string
  readonly next: string
}

/** Why a hand stays one that no file of main says. */
export function whyNot(found: Found, inputs: Inputs): WhyNot {
  const { hand, what, wanted } = found
  switch (what) {
    case 'gone': {
      const reason = 'it is rendered and not there: removed by hand, or not applied yet'
      return { reason, next: restored(wanted, inputs) }
    }
    case 'going': {
      const reason =
        'somebody deleted it, and it goes as soon as its finalizers and what uses it let it'
      return { reason, next: restored(wanted, inputs) }
    }
    case 'unapplied':
      return { reason: 'nobody else wrote it: the state was not applied yet', next: SYNC }
    case 'added': {
      const next = undoOrHold(wanted, 'takes it away')
      return { reason: 'no claim and no platform says this field', next }
    }
    case 'value':
      if (isController(hand))
        return { reason: 'no hand: a controller wrote it', next: undoOrHold(wanted) }
      return { reason: ofValue(found), next: undoOrHold(wanted) }
  }
}

function ofValue({ hand, wanted }: Found): string {
  if (!hand.field?.startsWith('.spec'))
    return 'no file says labels, annotations and finalizers: they are computed'
  const claim = claimOf(wanted)
  const isShown = wanted.apiVersion === claimApiVersion
  if (wanted.kind === 'KMetal' || (claim === undefined && isShown))
    return 'main says it as a part of a list, which only a person can edit'
  if (claim === undefined) return 'no file says this field: it is computed'
  const ofSubnet = claim.startsWith('SubnetClaim ') && wanted.kind === 'Subnet'
  const isAsked = isShown || ofSubnet || wanted.kind === 'OvnEip'
  if (isAsked) return `${claim} can never be changed: ask for another claim beside it`
  return `no file says this field: it is computed of ${claim}`
}

/** Where main says what causes the object. */
function restored(wanted: KubeObject, { environments, platform }: Inputs): string {
  const claim = claimOf(wanted)
  if (claim === undefined) {
    const part = wanted.metadata.annotations?.[platformAnnotation] ?? 'what causes it'
    return restoreOrGiveUp(part, platform?.document.file)
  }
  const [, namespace = ''] = / (?<namespace>[^/]+)\//.exec(claim) ?? []
  const all = environments.get(namespace)?.claims ?? []
  const found = all.find((one) => objectName(one) === claim)
  return restoreOrGiveUp(claim, found?.document.file)
}
