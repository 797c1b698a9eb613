import * as z from 'zod'
import { countedKinds, type Grants, quotaKeys } from '../../domain/grants.ts'
import { printable } from '../../domain/printable.ts'
import { valueAt } from '../../domain/value-at.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { Live, LiveObject } from '../import/live.ts'
import { otherOwner } from '../sync/managed-fields.ts'
import { byWhom, type Hand } from './in-object.ts'
import { putBack } from './next-step.ts'
import type { WhyNot } from './why-not.ts'

const Quantity = z.union([z.string(), z.number()])

interface Ground {
  readonly live: Live
  /** What main grants, by namespace. */
  readonly grants: ReadonlyMap<string, Grants>
  /** An object with who owns its fields. */
  readonly owned: (one: LiveObject) => KubeObject
}

/** Quotas of claims that are others in the cluster than on main: nothing renders them, so nobody knows which is the newer. */
export function quotaHands({ live, grants, owned }: Ground): readonly (Hand & WhyNot)[] {
  return live.of('ResourceQuota').flatMap((one) => {
    const quotas = grants.get(one.namespace ?? '')?.quotas
    return quotas === undefined ? [] : differing(one, owned(one), quotas)
  })
}

function differing(
  { id }: LiveObject,
  object: KubeObject,
  quotas: Grants['quotas'],
): readonly (Hand & WhyNot)[] {
  return countedKinds.flatMap((kind) => {
    const key = quotaKeys[kind]
    const granted = quotas[kind]
    const there = Quantity.safeParse(valueAt(object, ['spec', 'hard', key])).data
    if (there === undefined || granted === undefined || String(there) === String(granted)) return []
    const { manager, time } = otherOwner(object, ['f:spec', 'f:hard', `f:${key}`]) ?? {}
    return [
      {
        object: id,
        field: `.spec.hard.${key}`,
        live: printable(JSON.stringify(there), 300),
        rendered: String(granted),
        ...byWhom({ ...(manager === undefined ? {} : { manager }), time }),
        reason: 'Netclaim applies no quota, so it cannot tell which of the two is the newer',
        next: `change it in platform/tenants/ in a pull request, or ${putBack(object)}`,
      },
    ]
  })
}
