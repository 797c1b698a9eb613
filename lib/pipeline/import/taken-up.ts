import { printable } from '../../domain/printable.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { hasStatus, statusOf } from './shapes.ts'

/** Why Kube-OVN has not made of an object what it asks for, a clause; undefined where it has. */
type Trouble = (object: LiveObject) => string | undefined

const troubles: Readonly<Record<string, Trouble>> = {
  'kubeovn.io/Vpc': (vpc) => (statusOf(vpc).standby ? undefined : 'its router is not made'),
  'kubeovn.io/Subnet': subnetTrouble,
  'kubeovn.io/OvnEip': (eip) => (statusOf(eip).ready ? undefined : 'it has no address'),
  'kubeovn.io/OvnSnatRule': (rule) => (statusOf(rule).ready ? undefined : 'it is not ready'),
}

/**
 * Says of those objects that are on their way out, and of those that their controller does not take, that they stay as
 * they are. Where no object of a kind has a status, as in files that were never applied, none is asked for one.
 */
export function noteTroubles(live: Live, notes: Notes): void {
  for (const one of live.all)
    if (one.object.metadata.deletionTimestamp !== undefined)
      notes.leave(one, importRules.going, `${one.id} is being deleted`)
  for (const [key, troubleOf] of Object.entries(troubles)) {
    const objects = live.of(key)
    if (!objects.some(hasStatus)) continue
    for (const one of objects) {
      const why = troubleOf(one)
      if (why === undefined) continue
      notes.leave(one, importRules.refused, `Kube-OVN has not taken up ${one.id}: ${why}`)
    }
  }
  for (const vlan of live.of('kubeovn.io/Vlan'))
    if (statusOf(vlan).conflict)
      notes.leave(
        vlan,
        importRules.refused,
        `Kube-OVN sees a conflict of ${vlan.id} with another Vlan`,
      )
}

/** `Ready` alone is to be believed: `Error` stays after recovery (observed F). */
function subnetTrouble(subnet: LiveObject): string | undefined {
  const { conditions } = statusOf(subnet)
  const ready = conditions.find(({ type }) => type === 'Ready')
  if (ready?.status === 'True') return undefined
  const said = conditions.find(({ message, status }) => status === 'False' && message !== '')
  return printable(ready?.message || said?.message || 'it is not ready', 300)
}
