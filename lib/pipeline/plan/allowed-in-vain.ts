import type { Acknowledgement } from '../../domain/acknowledgement.ts'
import type { Finding } from '../../domain/finding.ts'
import { holderName } from '../../domain/ledger/entry.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'
import type { Draft } from './draft.ts'
import type { Gone } from './hold-back.ts'

/** So many names stand in one message. */
const LISTED = 3

/** Names what an acknowledgement of this commit allows to go and does not go; one finding an acknowledgement. */
export function allowedInVain(draft: Draft, gone: readonly Gone[]): readonly Finding[] {
  const going = new Set(gone.map(({ namespace, entry }) => holderName(namespace, entry)))
  return draft.acknowledgements
    .filter(({ brake }) => brake !== 'state/reset' && brake !== 'take-over')
    .flatMap((one) => {
      const staying = one.allows.filter((name) => !going.has(name))
      return inVain(one, staying, staying.length === 1 ? 'does not go' : 'do not go')
    })
}

/** One finding for all names that an acknowledgement names for nothing; `why` ends its sentence. */
export function inVain(
  acknowledgement: Acknowledgement,
  idle: readonly string[],
  why: string,
): readonly Finding[] {
  const [first] = idle
  if (first === undefined) return []
  const more = idle.length > LISTED ? ` and ${idle.length - LISTED} more` : ''
  const { name, document } = acknowledgement
  const message = `Acknowledgement "${name}" allows ${idle.slice(0, LISTED).join(', ')}${more}, which ${why}`
  return [
    breach(lifeRules.allowsNothing, message, {
      at: document.place(pathOf(acknowledgement, first)),
      object: `Acknowledgement ${name}`,
      value: first,
    }),
  ]
}

function pathOf({ document }: Acknowledgement, name: string): readonly (string | number)[] {
  const path = ['spec', 'allows']
  const written = valueAt(document.value, path)
  const index = Array.isArray(written) ? written.indexOf(name) : -1
  return index < 0 ? path : [...path, index]
}
