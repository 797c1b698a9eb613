import { claimApiVersion } from '../../domain/claims/metadata.ts'
import type {
  Condition,
  EipClaimStatus,
  SubnetClaimStatus,
  VpcClaimStatus,
} from '../../domain/claims/status.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Book } from '../../domain/ledger/entry.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { type ClaimObject, readClaims } from './claim-object.ts'
import { eipStatus } from './eip-status.ts'
import { type Environment, environmentOf } from './environment.ts'
import { readLive } from './live.ts'
import { subnetStatus } from './subnet-status.ts'
import type { HoldOf, Verdict } from './verdict.ts'
import { vpcStatus } from './vpc-status.ts'

/** What the statuses of claims are made of. */
export interface StatusInput {
  /** The claim kinds and Kube-OVN's, `network.kmetal.io/VpcClaim` and `kubeovn.io/Vpc`. */
  readonly lists: Lists
  /** The ledger, by namespace. */
  readonly books: ReadonlyMap<string, Book>
  /**
   * Which Service uses which EipClaim; absent: somebody else writes that into the claims, but for environments that have
   * no cluster in which a Service could be.
   */
  readonly bindings?: Facts['bindings']
  /** Absent: nobody keeps anything as it is. */
  readonly holdOf?: HoldOf
}

export type ClaimStatusKind = 'VpcClaim' | 'SubnetClaim' | 'EipClaim'

/** What a claim's `status` is to be; its conditions have the time at which they changed yet to come. */
export interface ClaimStatus {
  readonly apiVersion: string
  readonly kind: ClaimStatusKind
  readonly namespace: string
  readonly name: string
  readonly uid?: string
  readonly generation?: number
  /** The conditions that it has. */
  readonly former: readonly Condition[]
  readonly ready: Verdict
  readonly status: Omit<VpcClaimStatus | SubnetClaimStatus | EipClaimStatus, 'conditions'>
}

/**
 * The statuses of all claims that the cluster has, by kind and name inside their environment.
 *
 * None where the list of a kind that they rest on is not whole: what was not seen is not judged, and the claims keep
 * what they say.
 */
export function claimStatuses(
  { lists, books, bindings, holdOf = noHold }: StatusInput,
  live = readLive(lists),
): readonly ClaimStatus[] {
  const [vpcs, subnets, eips] = (['VpcClaim', 'SubnetClaim', 'EipClaim'] as const).map((kind) =>
    claimsOf(lists, kind),
  )
  if (live === undefined || !vpcs || !subnets || !eips) return []
  const bound = Map.groupBy(bindings ?? [], ({ environment }) => environment)
  const clusters = clustersIn(lists)
  const namespaces = new Set([...vpcs.keys(), ...subnets.keys(), ...eips.keys()])
  return [...namespaces].toSorted().flatMap((namespace) => {
    const isKnown = bindings !== undefined || clusters?.has(namespace) === false
    const services = new Map(bound.get(namespace)?.map((one) => [one.claim, one]))
    return statusesIn(
      environmentOf({
        namespace,
        vpcClaims: vpcs.get(namespace) ?? [],
        subnetClaims: subnets.get(namespace) ?? [],
        eipClaims: eips.get(namespace) ?? [],
        book: books.get(namespace) ?? new Map(),
        live,
        bindings: isKnown ? services : undefined,
        holdOf,
      }),
    )
  })
}

/** Namespaces with tenant clusters; undefined where nobody knows. */
function clustersIn(lists: Lists): ReadonlySet<string> | undefined {
  const items = itemsOf(lists, 'cluster.x-k8s.io/Cluster')
  return items && new Set(readClaims(items).map(({ metadata }) => metadata.namespace))
}

function noHold(): undefined {
  return undefined
}

function claimsOf(
  lists: Lists,
  kind: ClaimStatusKind,
): ReadonlyMap<string, readonly ClaimObject[]> | undefined {
  const items = itemsOf(lists, `network.kmetal.io/${kind}`)
  return items && Map.groupBy(readClaims(items), ({ metadata }) => metadata.namespace)
}

/** An address first, then the VPC that waits for one, then the subnets that wait for the VPC. */
function statusesIn(environment: Environment): readonly ClaimStatus[] {
  const eips = environment.eipClaims.map((claim) => {
    const { verdict, status } = eipStatus(claim, environment)
    return claimStatus('EipClaim', claim, { ready: verdict, status })
  })
  const egress = eips.find(({ name }) => name === 'external')?.ready
  const vpcs = environment.vpcClaims.map((claim) => {
    const { verdict, status } = vpcStatus(claim, environment, egress)
    return claimStatus('VpcClaim', claim, { ready: verdict, status })
  })
  const isVpcReady = vpcs.some(({ ready }) => ready.status === 'True')
  const subnets = environment.subnetClaims.map((claim) => {
    const { verdict, status } = subnetStatus(claim, environment, isVpcReady)
    return claimStatus('SubnetClaim', claim, { ready: verdict, status })
  })
  return [...vpcs, ...subnets, ...eips]
}

function claimStatus(
  kind: ClaimStatusKind,
  { metadata, status }: ClaimObject,
  made: Pick<ClaimStatus, 'ready' | 'status'>,
): ClaimStatus {
  const { name, namespace, uid, generation } = metadata
  return {
    apiVersion: claimApiVersion,
    kind,
    namespace,
    name,
    ...(uid === undefined ? {} : { uid }),
    ...(generation === undefined ? {} : { generation }),
    former: status.conditions,
    ...made,
  }
}
