import { holderParts } from '../../domain/ledger/holder-name.ts'
import type { State } from '../../domain/ledger/state.ts'
import { partsOf } from '../../domain/manifests/platform-parts.ts'
import { isArenaPart } from '../../domain/vip/arena-part.ts'
import type { Draft } from './draft.ts'
import { isShown } from './render-environment.ts'
import { partsTaken } from './take-over.ts'

/** Stands among the imported parts of the platform as long as nothing is rendered that needs our kinds. */
export const crdsPart = 'crds'

/** What of the platform is as it was imported: what it still declares, and nobody has taken over. */
export function stillImported(draft: Draft): Pick<State, 'imported' | 'vlans'> {
  const { state, platform } = draft
  if (state.imported.length === 0 && Object.keys(state.vlans).length === 0)
    return { imported: [], vlans: {} }
  const taken = partsTaken(draft)
  const declared = partsOf(platform)
  const left = new Set(state.imported).difference(taken)
  const arenas = [...left].filter((part) => isArenaPart(part) && isThere(draft, part))
  const parts = declared.filter((part) => left.has(part))
  const isIdle = parts.length === declared.length && !showsClaims(draft)
  const imported = [...parts, ...arenas]
  const networks = new Set(platform.networks.map(({ name }) => name))
  const vlans = Object.entries(state.vlans).filter(([network]) => networks.has(network))
  return {
    imported: left.has(crdsPart) && isIdle ? [crdsPart, ...imported] : imported,
    vlans: Object.fromEntries(vlans),
  }
}

/** As long as anything is remembered of its project; of one that is not planned nothing is known to have changed. */
function isThere({ books }: Draft, part: string): boolean {
  return books.get(holderParts(part).namespace)?.size !== 0
}

function showsClaims({ books }: Draft): boolean {
  return books.values().some((book) => book.values().some(isShown))
}
