import type { Facts } from '../../domain/facts.ts'
import type { Checked } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { type TenantRef, tenantName } from '../../domain/vip/tenant.ts'
import { canonical } from './canonical.ts'
import { factKinds, kindKey } from './fact-kinds.ts'
import { factsFromObserved } from './facts-from-objects.ts'
import { factsMalformed } from './facts-rules.ts'
import { keepFormer } from './keep-former.ts'
import { itemsOf, type Lists } from './lists.ts'
import type { Observed } from './observed.ts'
import type { TenantVips } from './tenant-services.ts'

/** What the Services of a tenant cluster have; absent: its list could not be had, and says nothing. */
export interface TenantServices extends TenantRef {
  readonly has?: TenantVips
}

/** What is known beside the lists. */
export interface FactsContext {
  /** The state commit that was applied before the lists were made; absent: nothing yet. */
  readonly applied?: { readonly commit: string; readonly generation: number }
  /** uid of the kube-system namespace, where its list does not tell. */
  readonly uid?: string
  /** What was reported last: what a list that failed would have shown is taken from there. */
  readonly former?: Facts
  /** What OVN-NB really drops, where it was read: a Vpc's spec says only what it asks for (observed.md 0.12). */
  readonly drops?: Facts['drops']
  /** Addresses and blocks that OVN-NB was shown not to have, after these lists; of some VPC alone, where it is named. */
  readonly proven?: readonly { readonly address: string; readonly vpc?: string }[]
  /** Tenant clusters that were asked. */
  readonly tenants?: readonly TenantServices[]
}

/**
 * The facts of a cluster out of one list a kind (`factKinds`), by the function that reads plain objects from files.
 *
 * A kind is complete only where its whole list is here, or the API has no such kind. What a list that failed would have
 * shown stays as it was reported last: it neither shows that something is gone, nor that an address is free.
 */
export function factsFromLists(lists: Lists, context: FactsContext = {}): Checked<Facts> {
  const { applied, former, drops } = context
  const { value: seen, findings } = factsFromObserved(observedIn(lists))
  const told = (context.tenants ?? []).flatMap(toldBy)
  const { generation: _, ...rest } = seen
  const uid = seen.uid ?? context.uid
  const facts: Facts = {
    ...rest,
    ...(uid === undefined ? {} : { uid }),
    ...(applied === undefined ? {} : applied),
    objects: seen.objects.filter((object) => isNamed(object)),
    drops: drops === undefined ? seen.drops : realDrops(seen.drops, drops),
    proven: provenAt(context),
    vips: told.flatMap(({ vips }) => vips),
    tenants: told.map(({ name }) => name),
  }
  const isSame = former !== undefined && (former.uid ?? uid) === (uid ?? former.uid)
  const value = isSame ? keepFormer(facts, former) : facts
  return {
    value: canonical(value),
    findings: [...findings, ...told.flatMap((one) => one.findings)],
  }
}

/** Before anything was applied nothing is proven. */
function provenAt({ applied, proven = [] }: FactsContext): Facts['proven'] {
  return applied === undefined
    ? []
    : proven.map((one) => ({ ...one, generation: applied.generation }))
}

/** Of a tenant cluster whose whole list is here. */
function toldBy({ has, ...ref }: TenantServices) {
  if (has === undefined) return []
  const name = tenantName(ref)
  const { vips, problems } = has
  const findings = problems.map((one) => breach(factsMalformed, `cluster ${name}: ${one}`))
  return [{ name, vips, findings }]
}

/** A list without items shows that there are none; one that failed is not there at all. */
function observedIn(lists: Lists): readonly Observed[] {
  return factKinds.flatMap((one) => {
    const items = itemsOf(lists, kindKey(one))
    const { apiVersions, kind } = one
    const list = { apiVersion: apiVersions[0], kind: `${kind}List`, items }
    return items === undefined ? [] : [{ object: list }]
  })
}

const namedKinds = new Set(factKinds.flatMap(({ kind, isNamed }) => (isNamed ? [kind] : [])))

function isNamed(object: string): boolean {
  return namedKinds.has(object.slice(0, object.indexOf(' ')))
}

/** Of the Vpcs that there are, what their routers drop; a Vpc without a router drops nothing. */
function realDrops(asked: Facts['drops'], dropped: Facts['drops']): Facts['drops'] {
  const byVpc = new Map(dropped.map(({ vpc, cidrs }) => [vpc, cidrs]))
  return asked.map(({ vpc }) => ({ vpc, cidrs: byVpc.get(vpc) ?? [] }))
}
