import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { addedFields } from './added-fields.ts'
import type { Desired } from './desired.ts'
import type { LiveObjects } from './live-objects.ts'
import { fieldName } from './managed-fields.ts'
import { syncRules } from './sync-rules.ts'

/** More ways than this are counted, and objects of one way named no more than a few. */
const MAX_FOUND = 20
const MAX_NAMED = 3
/** Fields of one object that are named: an element of a list is one, and whoever adds them chooses how many. */
const MAX_FIELDS = 10

/**
 * What somebody added to the specs of objects that are ours, one finding for each kind, manager and set of fields. Applying
 * leaves it alone: the API server keeps what others own.
 */
export function besideOurs(desired: Desired, live: LiveObjects): readonly Finding[] {
  const ways = new Map<string, { readonly said: string; readonly ids: string[] }>()
  for (const { objects } of desired.values())
    for (const { id, object } of objects)
      for (const said of addedTo(object, live.objects.get(id))) {
        const key = `${object.apiVersion} ${object.kind} ${said}`
        const way = ways.get(key) ?? { said, ids: [] }
        way.ids.push(id)
        ways.set(key, way)
      }
  const sorted = [...ways].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const found = sorted.slice(0, MAX_FOUND).map(([, { said, ids }]) => told(ids, said))
  const more = sorted.length - found.length
  return more === 0 ? found : [...found, breach(syncRules.besideOurs, `and in ${more} more ways`)]
}

function told(ids: readonly string[], said: string): Finding {
  const named = ids.toSorted().slice(0, MAX_NAMED).join(', ')
  const more = ids.length - MAX_NAMED
  return breach(
    syncRules.besideOurs,
    `${named}${more > 0 ? ` and ${more} more` : ''}: ${said}, which nothing rendered says`,
    { hint: 'take it away with kubectl edit, or ask for it in a claim where one can say it' },
  )
}

/** `"kubectl-edit" added .spec.vpcPeerings`, for each who did. */
function addedTo(wanted: KubeObject, there: KubeObject | undefined): readonly string[] {
  if (there === undefined) return []
  return addedFields(wanted, there).map(({ owner, fields }) => {
    const by = printable(owner.manager ?? 'unknown', 80)
    const more = fields.length - MAX_FIELDS
    const named = fields.slice(0, MAX_FIELDS).map((keys) => printable(fieldName(keys), 200))
    return `"${by}" added ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}
