import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import {
  type FactsContext,
  factsFromLists,
  type TenantServices,
} from '../../lib/pipeline/facts/facts-from-lists.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import type { Wanted } from '../../lib/pipeline/proof/find-wanted.ts'
import { dropsIn } from '../../lib/pipeline/proof/nb-drops.ts'
import type { NorthboundRows } from '../../lib/pipeline/proof/northbound-rows.ts'
import { objectMentions } from '../../lib/pipeline/proof/object-mentions.ts'
import { toProve } from '../../lib/pipeline/proof/to-prove.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Northbound } from '../../lib/ports/northbound.ts'
import { type Proof, proveAbsent } from './prove-absent.ts'
import { readLeader } from './read-leader.ts'

/** What is known of a cluster before OVN-NB is asked. */
interface Seen {
  readonly lists: Lists
  readonly uid: string
  readonly applied?: FactsContext['applied']
  /** What was published last. */
  readonly former: Facts | undefined
  readonly state: State
  readonly tenants?: readonly TenantServices[]
}

interface ObserveOptions {
  readonly clock: Clock
  readonly northbound?: Northbound
  readonly progress?: (doing: string) => void
}

/** The facts of a cluster: its lists, and what OVN-NB proves beside them. */
export async function observe(
  { lists, uid, applied, former, state, tenants }: Seen,
  options: ObserveOptions,
): Promise<{ readonly facts: Facts; readonly problems: readonly string[] }> {
  const context: FactsContext = {
    uid,
    ...(applied === undefined ? {} : { applied }),
    ...(former === undefined ? {} : { former }),
    ...(tenants === undefined ? {} : { tenants }),
  }
  const { northbound, clock, progress } = options
  if (northbound === undefined) return withFindings(lists, context, [])
  const wanted = toProve(state, factsFromLists(lists, context).value)
  const asked = { northbound, clock, ...(progress === undefined ? {} : { progress }) }
  const { absent, rows, failure } = await prove(wanted, lists, asked)
  const problems = failure === undefined ? [] : [`nothing is proven absent: ${failure}`]
  return withFindings(
    lists,
    {
      ...context,
      proven: absent,
      // Not what the Vpcs ask for: a segment would be opened on a drop that nobody has seen.
      drops: rows === undefined ? (former?.drops ?? []) : dropsIn(rows),
    },
    problems,
  )
}

function withFindings(lists: Lists, context: FactsContext, problems: readonly string[]) {
  const { value, findings } = factsFromLists(lists, context)
  return { facts: value, problems: [...problems, ...findings.map(({ message }) => message)] }
}

type Proved = Pick<Proof, 'absent'> & { readonly rows?: NorthboundRows; readonly failure?: string }

/** Where nothing is to be proven, one read tells what is dropped. */
async function prove(
  wanted: readonly Wanted[],
  lists: Lists,
  options: ObserveOptions & { readonly northbound: Northbound },
): Promise<Proved> {
  if (wanted.length > 0) return proveAbsent(wanted, objectMentions(lists), options)
  try {
    const read = await readLeader(options.northbound)
    return typeof read === 'string'
      ? { absent: [], failure: read }
      : { absent: [], rows: read.rows }
  } catch (error) {
    if (error instanceof OutsideError) return { absent: [], failure: error.message }
    throw error
  }
}
