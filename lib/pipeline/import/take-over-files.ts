import { netclaimApiVersion } from '../../domain/acknowledgement.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import { emit } from '../../domain/emit.ts'
import { type Entry, holderName, isHeld } from '../../domain/ledger/entry.ts'
import { arenaPart, isArenaPart } from '../../domain/vip/arena-part.ts'
import { crdsPart } from '../plan/imported.ts'
import type { Compared } from './compare.ts'
import type { Imported } from './import-objects.ts'

/** Where the acknowledgements lie that nobody has given yet. */
const FOLDER = '.take-over/'

/**
 * An acknowledgement for the platform and for each environment, to be moved to acknowledgements/ when its time has come: of
 * what can be taken over without changing a field.
 */
export function takeOverFiles({
  state,
  comparison,
}: Pick<Imported, 'state' | 'comparison'>): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const add = (file: string, subject: string, names: readonly string[]) => {
    const [differing, fit] = [true, false].map((wanted) =>
      names.filter((name) => differs(comparison.get(name)) === wanted),
    )
    if (fit !== undefined && fit.length > 0)
      files.set(`${FOLDER}${file}.yaml`, textOf({ subject, fit, differing: differing ?? [] }))
  }
  const arenas = new Set(state.imported.filter(isArenaPart))
  add(
    'platform',
    '*',
    state.imported.filter((part) => part !== crdsPart && !isArenaPart(part)),
  )
  for (const [namespace, book] of state.books)
    add(`environments/${namespace}`, namespace, [
      ...[...book.values()].filter(isToTake).map((entry) => holderName(namespace, entry)),
      ...(arenas.has(arenaPart(namespace)) ? [arenaPart(namespace)] : []),
    ])
  return files
}

function isToTake(entry: Entry): boolean {
  return isHeld(entry) && entry.imported === true
}

/** Whether taking it over would change a field of an object that is there. */
export function differs(objects: readonly Compared[] = []): boolean {
  return objects.some(({ live }) => live === 'differs')
}

interface Parts {
  readonly subject: string
  readonly fit: readonly string[]
  readonly differing: readonly string[]
}

function textOf({ subject, fit, differing }: Parts): string {
  const whole = subject === '*' ? 'take-over-platform' : `take-over-${subject}`
  const object = {
    apiVersion: netclaimApiVersion,
    kind: 'Acknowledgement',
    metadata: { name: isLabel(whole) ? whole : 'take-over' },
    spec: {
      brake: 'take-over',
      subject,
      allows: [...fit],
      reason: 'Netclaim renders and applies it from now on',
    },
  }
  const more = ['# Not among them, since a field of theirs would change (IMPORT.md):', ...differing]
  const left =
    differing.length === 0
      ? ''
      : more.map((line, n) => (n === 0 ? line : `#   ${line}`)).join('\n') + '\n'
  return `${HEAD}${left}${emit(object)}`
}

const HEAD = `# Takes over what an import found: moved to acknowledgements/ by a pull request, it counts in the commit that adds it.
`
