import type { Facts } from '../../domain/facts.ts'
import { type Entry, holderName, isHeld } from '../../domain/ledger/entry.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import type { State } from '../../domain/ledger/state.ts'
import { subnetPart } from '../../domain/manifests/platform-parts.ts'
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
  const ours = [
    ...segmentsIn(state),
    ...[...state.books].flatMap(([namespace, book]) =>
      [...book.values()].filter(isHeld).flatMap((entry) => rendered(state, namespace, entry)),
    ),
  ]
  const live = new Set(facts.objects)
  return ours.filter((object) => live.has(object) && !wanted.has(object)).toSorted()
}

/** What is rendered of a claim that is held: of what was imported nothing, beside an operator the claim alone. */
function rendered({ target }: State, namespace: string, entry: Entry): readonly string[] {
  if (entry.imported === true) return []
  return target === 'operator' ? [holderName(namespace, entry)] : objectsOf(namespace, entry)
}

function segmentsIn(state: State): readonly string[] {
  if (state.target === 'operator') return []
  const { networks } = formerPlatform(state) ?? noPlatform
  return networks.flatMap(({ name: network, subnets }) =>
    subnets
      .filter(({ name }) => !state.imported.includes(subnetPart(network, name)))
      .map(({ name }) => `Subnet ${name}`),
  )
}
