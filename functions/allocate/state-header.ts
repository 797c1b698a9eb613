import type { Facts } from '../../lib/domain/facts.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'

/** What `state.yaml` says about the plan that it is of. */
export interface StateHeader {
  /** Id of the commit of `main`. */
  readonly source: string
  /** Digest of the facts. */
  readonly facts?: string
  /** Counts the plans. */
  readonly generation?: number
  /** uid of the cluster that it is for; absent: none has reported yet. */
  readonly cluster?: string
  /** uids of clusters that were given up; absent: there are none. */
  readonly gone?: readonly string[]
}

/** Reads the lines of `state.yaml` that `allocate` goes by; undefined where it is no state of ours. */
export function readStateHeader(state: StateTree): StateHeader | undefined {
  const text = state.get('state.yaml') ?? ''
  const source = /^source: "?((?:[0-9a-f]{40}|[0-9a-f]{64}))"?$/m.exec(text)?.[1]
  const facts = /^facts: "?([0-9a-z:]{1,100})"?$/m.exec(text)?.[1]
  const generation = /^generation: (\d{1,15})$/m.exec(text)?.[1]
  const cluster = /^cluster: "?([\w.:-]{1,253})"?$/m.exec(text)?.[1]
  const gone = goneIn(text)
  if (source === undefined) return undefined
  return {
    source,
    ...(facts === undefined ? {} : { facts }),
    ...(generation === undefined ? {} : { generation: Number(generation) }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(gone.length === 0 ? {} : { gone }),
  }
}

function goneIn(text: string): readonly string[] {
  const list = /^gone:\n((?: {2}- .{1,300}\n)+)/m.exec(text)?.[1] ?? ''
  return list
    .matchAll(/^ {2}- "?([\w.:-]{1,253})"?$/gm)
    .toArray()
    .flatMap(([, uid]) => uid ?? [])
}

/** The generation that a cluster has applied where the state is at an earlier one: it was moved back. */
export function laterGeneration(
  { generation, cluster }: StateHeader,
  facts: Pick<Facts, 'generation' | 'uid'>,
): number | undefined {
  const isOther = cluster !== undefined && facts.uid !== cluster
  if (isOther || generation === undefined || facts.generation === undefined) return undefined
  return facts.generation > generation ? facts.generation : undefined
}
