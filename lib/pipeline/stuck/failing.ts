import type { Finding } from '../../domain/finding.ts'
import { type ObjectRun, objectState, type SyncRun } from '../sync/sync-run.ts'
import type { Stuck } from './stuck.ts'

/** What a look at a cluster says is not as Git wants it, or not well; `known`: what is told already, by name. */
export function failing(run: SyncRun, known: ReadonlySet<string>): readonly Stuck[] {
  const refused = run.findings.filter(({ severity }) => severity === 'error').map(ofFinding)
  const objects = run.objects.flatMap((one) => (known.has(one.id) ? [] : ofObject(one, run)))
  return [...refused, ...objects]
}

/** Why a whole state, or a part of one, is not applied. */
function ofFinding({ rule, message, hint, at, object }: Finding): Stuck {
  return {
    is: 'failing',
    what: object ?? 'everything',
    waitsFor: message,
    rule,
    ...(hint === undefined ? {} : { next: hint }),
    ...(at === undefined ? {} : { at }),
  }
}

function ofObject(one: ObjectRun, { findings, shadow }: SyncRun): readonly Stuck[] {
  const { id: what, outcome, health, message } = one
  const state = objectState(one)
  // What is not to be applied is under way to nothing.
  if (state === 'success' || (state === 'pending' && shadow === true)) return []
  const waitsFor = message ?? health?.message ?? `it is ${outcome}`
  const is = state === 'failure' ? 'failing' : 'unready'
  // Of a state that is refused nothing is applied, whatever is asked of the object.
  const next = findings.some(({ severity }) => severity === 'error') ? undefined : nextFor(one)
  return [{ is, what, waitsFor, ...(next === undefined ? {} : { next }) }]
}

function nextFor({ id, outcome, health }: ObjectRun): string | undefined {
  if (outcome === 'conflict')
    return 'put the value back, or netclaim capture --kubeconfig FILE, which says it on main where a file can'
  if (outcome === 'to-apply' || outcome === 'to-remove') return 'netclaim sync, which does it'
  if (outcome !== 'unchanged' || health === undefined) return undefined
  const [kind = '', path = ''] = id.split(' ')
  const [namespace, name] = path.includes('/') ? path.split('/') : [undefined, path]
  const where = namespace === undefined ? '' : ` -n ${namespace}`
  return `kubectl describe${where} ${kind.toLowerCase()} ${name}`
}
