import type { Facts } from '../../domain/facts.ts'
import type { Place } from '../../domain/finding.ts'

/** One object of a cluster, and where it was read, if it was read from a file. */
export interface Observed {
  readonly object: unknown
  readonly at?: Place
}

/** What an object is called, and itself. */
export interface Named {
  readonly kind: string
  /** `apps` of `apps/v1`; empty for the core API. */
  readonly group: string
  readonly namespace?: string
  readonly name: string
  readonly object: object
}

/** Facts while they are gathered; order and doubles do not matter yet. */
export interface Gathered {
  uid?: string
  /** Names of all Subnets; absent where no list of them was read. */
  subnets?: Set<string>
  /** Subnets of VPCs of their own, where others have the same addresses. */
  readonly inner: Set<string>
  readonly complete: string[]
  /** Kinds of which an object has not said yet what it is to say. */
  readonly untold: Set<string>
  readonly objects: string[]
  readonly holders: Facts['holders'][number][]
  readonly bindings: Facts['bindings'][number][]
  readonly clusters: string[]
  /** By the Subnet's name. */
  readonly usage: Map<string, Facts['usage'][number]>
  readonly blocks: NonNullable<Facts['blocks']>[number][]
  readonly holds: NonNullable<Facts['holds']>[number][]
  readonly nodes: Facts['nodes'][number][]
  readonly drops: Facts['drops'][number][]
  readonly mirrors: Facts['mirrors'][number][]
}

/** Nothing gathered yet. */
export function nothingGathered(): Gathered {
  return {
    inner: new Set(),
    complete: [],
    untold: new Set(),
    objects: [],
    holders: [],
    bindings: [],
    clusters: [],
    usage: new Map(),
    blocks: [],
    holds: [],
    nodes: [],
    drops: [],
    mirrors: [],
  }
}

/** `OvnEip photon-prod-web`, `Service photon-prod/quantum`. */
export function displayName({ kind, namespace, name }: Omit<Named, 'object' | 'group'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}
