import type { Acknowledgement } from '../../domain/acknowledgement.ts'
import { type Entry, isHeld } from '../../domain/ledger/entry.ts'
import { arenaPart } from '../../domain/vip/arena-part.ts'
import { inVain } from './allowed-in-vain.ts'
import type { Draft } from './draft.ts'
import { giverOf, parts } from './transfers.ts'

/** What was imported stays as it is until an acknowledgement of this commit names it: then it is rendered like all else. */
export function takeOver(draft: Draft): void {
  for (const one of takeOversOf(draft)) {
    const idle = one.allows.filter((name) => !take(draft, one, name))
    draft.findings.push(
      ...inVain(one, idle, idle.length === 1 ? 'was not imported' : 'were not imported'),
    )
  }
}

/** Parts of the platform that this commit takes over. */
export function partsTaken(draft: Pick<Draft, 'acknowledgements'>): ReadonlySet<string> {
  return new Set(
    takeOversOf(draft).flatMap(({ subject, allows }) =>
      subject === '*' ? allows : allows.filter((name) => name === arenaPart(subject)),
    ),
  )
}

function takeOversOf({
  acknowledgements,
}: Pick<Draft, 'acknowledgements'>): readonly Acknowledgement[] {
  return acknowledgements.filter(({ brake }) => brake === 'take-over')
}

/** False: nothing of that name was imported, or it is no longer held. */
function take(draft: Draft, { subject }: Acknowledgement, name: string): boolean {
  if (subject === '*' || name === arenaPart(subject)) return draft.state.imported.includes(name)
  const [namespace, key] = parts(name)
  const entry = giverOf(draft, name)
  if (namespace !== subject || !isHeld(entry) || entry.imported !== true) return false
  const { imported: _, ...rest } = entry
  draft.books.get(namespace)?.set(key, rest as Entry)
  return true
}
