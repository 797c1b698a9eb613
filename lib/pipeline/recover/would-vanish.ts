import type { Facts } from '../../domain/facts.ts'
import { isHeld } from '../../domain/ledger/entry.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { formerPlatform, noPlatform } from '../plan/platform-step.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { desiredOf } from '../sync/desired.ts'

/** Live objects of claims that are held, and of segments, which a state does not render: whoever applies it takes them away. */
export function wouldVanish(texts: StateTree, facts: Facts): readonly string[] {
  const { value: state } = readState(texts)
  const wanted = new Set(
    desiredOf(texts)
      .values()
      .flatMap(({ objects }) => objects.map(({ id }) => id)),
  )
  const segments = segmentsOf(formerPlatform(state) ?? noPlatform).subnets.keys()
  const ours = [
    ...segments.map((name) => `Subnet ${name}`),
    ...[...state.books].flatMap(([namespace, book]) =>
      [...book.values()].filter(isHeld).flatMap((entry) => objectsOf(namespace, entry)),
    ),
  ]
  const live = new Set(facts.objects)
  return ours.filter((object) => live.has(object) && !wanted.has(object)).toSorted()
}
