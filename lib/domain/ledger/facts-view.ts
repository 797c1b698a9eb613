import type { Facts, Vip } from '../facts.ts'
import { snatName, subnetName } from '../names.ts'
import type { Dropped } from './entry.ts'

/** A Service that uses an EipClaim. */
export interface Binding {
  readonly cluster: string
  /** `demo/whoami`. */
  readonly service: string
  /** False when the cluster is known to be gone: then the binding holds nothing. */
  readonly clusterLives: boolean
}

/** Facts, ready to be asked. Silence is never absence: only a complete list shows that something is gone. */
export interface FactsView {
  readonly facts: Facts
  readonly isComplete: (kind: string) => boolean
  readonly exists: (object: string) => boolean
  /** Does anything still have the address? */
  readonly isUsed: (address: string) => boolean
  /** Did the cluster say who it is, and had it applied that generation of the state? Only then it can show that something is gone. */
  readonly isSince: (generation: number) => boolean
  /** The addresses that a holder, `Service photon-prod/solar`, was seen with. */
  readonly addressesOf: (holder: string) => readonly string[]
  /** Is the object proven absent at or after the generation in which it was dropped? */
  readonly isGone: (dropped: Dropped) => boolean
  /** Services that use an EipClaim, those of living clusters first. */
  readonly bindingsOf: (environment: string, claim: string) => readonly Binding[]
  /** Addresses in use inside a SubnetClaim's Subnet; undefined when no facts tell it. */
  readonly usageOf: (environment: string, claim: string) => { v4?: bigint; v6?: bigint } | undefined
  /** What a Subnet outside of Kube-OVN's own VPC takes, by its name. */
  readonly blockOf: (subnet: string) => NonNullable<Facts['blocks']>[number] | undefined
  /** What the Services of a tenant cluster have of its project's VIP pool. */
  readonly vipsOf: (environment: string, cluster: string) => readonly Vip[]
  /** Whether OVN-NB was read twice without the address or block, at or after the generation; of a block in one VPC alone. */
  readonly isProven: (address: string, generation: number, vpc?: string) => boolean
}

export function viewFacts(facts: Facts): FactsView {
  const complete = new Set(facts.complete)
  const objects = new Set(facts.objects)
  const clusters = new Set(facts.clusters)
  const used = new Set(facts.holders.map((one) => one.address))
  const byHolder = Map.groupBy(facts.holders, ({ holder }) => holder)
  const bindings = Map.groupBy(facts.bindings, (one) => `${one.environment}/${one.claim}`)
  const vips = Map.groupBy(facts.vips, (one) => `${one.environment}/${one.cluster}`)
  const usage = new Map(facts.usage.map((one) => [one.subnet, one]))
  const blocks = new Map(facts.blocks?.map((one) => [one.subnet, one]))
  const proven = new Map(facts.proven.map((one) => [keyOf(one.address, one.vpc), one.generation]))
  const isSince = (generation: number) =>
    facts.uid !== undefined && facts.generation !== undefined && facts.generation >= generation
  const lives = (cluster: string) => !complete.has('Cluster') || clusters.has(cluster)
  return {
    facts,
    isSince,
    isComplete: (kind) => complete.has(kind),
    exists: (object) => objects.has(object),
    isUsed: (address) => used.has(address),
    addressesOf: (holder) => (byHolder.get(holder) ?? []).map(({ address }) => address),
    isGone: ({ object, generation }) =>
      isSince(generation) &&
      complete.has(object.slice(0, object.indexOf(' '))) &&
      !objects.has(object),
    bindingsOf: (environment, claim) =>
      (bindings.get(`${environment}/${claim}`) ?? [])
        .map(({ cluster, service }) => {
          return { cluster, service, clusterLives: lives(`${environment}/${cluster}`) }
        })
        .toSorted((a, b) => Number(b.clusterLives) - Number(a.clusterLives)),
    usageOf: (environment, claim) => {
      const one = usage.get(subnetName(environment, claim))
      if (one?.v4 === undefined && one?.v6 === undefined) return undefined
      return {
        ...(one.v4 === undefined ? {} : { v4: BigInt(one.v4) }),
        ...(one.v6 === undefined ? {} : { v6: BigInt(one.v6) }),
      }
    },
    blockOf: (subnet) => blocks.get(subnet),
    vipsOf: (environment, cluster) => vips.get(`${environment}/${cluster}`) ?? [],
    isProven: (address, generation, vpc) =>
      isSince(generation) && (proven.get(keyOf(address, vpc)) ?? -1) >= generation,
  }
}

function keyOf(address: string, vpc = ''): string {
  return `${vpc} ${address}`
}

/** The object ids of a SubnetClaim, as manifests name them. */
export function subnetObjects(environment: string, claim: string, nad: string) {
  return {
    snat: `OvnSnatRule ${snatName(environment, claim)}`,
    subnet: `Subnet ${subnetName(environment, claim)}`,
    nad: `NetworkAttachmentDefinition ${environment}/${nad}`,
  }
}
