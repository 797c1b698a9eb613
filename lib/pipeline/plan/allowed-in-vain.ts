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
  return draft.acknowledgements.flatMap((one) => {
    const staying = one.allows.filter((name) => !going.has(name))
    const [first] = staying
    if (one.brake === 'state/reset' || first === undefined) return []
    const more = staying.length > LISTED ? ` and ${staying.length - LISTED} more` : ''
    const names = staying.slice(0, LISTED).join(', ')
    const message = `Acknowledgement "${one.name}" allows ${names}${more}, which ${staying.length === 1 ? 'does' : 'do'} not go`
    return [
      breach(lifeRules.allowsNothing, message, {
        at: one.document.place(pathOf(one, first)),
        object: `Acknowledgement ${one.name}`,
        value: first,
      }),
    ]
  })
}

function pathOf({ document }: Acknowledgement, name: string): readonly (string | number)[] {
  const path = ['spec', 'allows']
  const written = valueAt(document.value, path)
  const index = Array.isArray(written) ? written.indexOf(name) : -1
  return index < 0 ? path : [...path, index]
}
