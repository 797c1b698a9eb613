import type { Transfer } from '../../domain/acknowledgement.ts'
import { isHeld } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { claimIn, type Draft } from './draft.ts'

/** Every transfer that came with this commit, and those that are meant a second time, which cannot be. */
export function transfersOf(draft: Pick<Draft, 'inputs' | 'state'>): readonly Transfer[] {
  return draft.inputs.transfers.filter((one) => !isSpent(draft, one) || isRepeated(draft, one))
}

function isSpent({ state }: Pick<Draft, 'state'>, { digest }: Transfer): boolean {
  return state.spent.includes(digest)
}

/** Does the commit do what the transfer tells of, once more? */
function isRepeated({ inputs, state }: Pick<Draft, 'inputs' | 'state'>, { from, to }: Transfer) {
  const [giver, taker] = [from, to].map((holder) => {
    const { kind, namespace, name } = holderParts(holder)
    const claim = claimIn(inputs, namespace, { kind, name })
    return { claim, entry: state.books.get(namespace)?.get(`${kind} ${name}`) }
  })
  const isLeft = giver?.claim === undefined && isHeld(giver?.entry) && !giver.entry.heldBack
  return isLeft && taker?.claim !== undefined && !isHeld(taker.entry)
}

/** A reviewed file moves something once. */
export function spentProblem(draft: Draft, transfer: Transfer): string | undefined {
  if (!isSpent(draft, transfer)) return undefined
  return 'this very file did so before, and a reviewed file does it once: write another reason'
}
