import { compareText } from '../../domain/compare-text.ts'
import type { Facts } from '../../domain/facts.ts'
import { type Entry, entryKey, holderName, isHeld } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import type { State } from '../../domain/ledger/state.ts'

/** What a claim has by the branch as it is, in the cluster, and by the branch as it would be. */
export interface Compared {
  /** `EipClaim photon-prod/web`. */
  readonly claim: string
  readonly before?: string
  readonly live?: string
  readonly after?: string
  /** `new`: nothing tells what it had. `moves`: the cluster has it otherwise, so it must not be written. */
  readonly verdict: 'same' | 'restored' | 'given-back' | 'new' | 'moves'
}

/** The ledgers that are compared, and what the cluster has. */
export interface Sides {
  /** Of the branch as it is. */
  readonly before: State['books']
  /** Of the copy that it goes on from. */
  readonly base: State['books']
  readonly after: State['books']
  readonly facts: Facts
  /** Whether it goes on from the copy as it is: the cluster has nothing of a later state. */
  readonly isExact: boolean
}

/** Every claim that has something on one side or the other, by name. */
export function compareStates(sides: Sides): readonly Compared[] {
  const { before, base, after } = sides
  const live = liveOf(sides)
  const [old, known, next] = [heldIn(before), heldIn(base), heldIn(after)]
  const names = [...new Set([...old.keys(), ...next.keys(), ...liveClaims(after, live)])]
  return names.toSorted(compareText).map((claim) => {
    const values = {
      before: old.get(claim),
      after: next.get(claim),
      live: liveFor(claim, after, live),
    }
    return { claim, ...defined(values), verdict: verdictOf(values, known.has(claim)) }
  })
}

type Values = { readonly [Key in 'before' | 'live' | 'after']: string | undefined }

function verdictOf({ before, live, after }: Values, isKnown: boolean): Compared['verdict'] {
  if (live !== undefined && live !== after) return 'moves'
  if (before === after) return 'same'
  if (after === undefined) return 'given-back'
  return before !== undefined || live !== undefined || isKnown ? 'restored' : 'new'
}

function defined(values: Values): Partial<Compared> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** What each held claim has: an address, blocks, or just its object. */
function heldIn(books: State['books']): ReadonlyMap<string, string> {
  const held = [...books].flatMap(([namespace, book]) =>
    [...book.values()]
      .filter((entry) => isHeld(entry) && entry.kind !== 'Cluster')
      .map((entry): [string, string] => [holderName(namespace, entry), hasOf(entry)]),
  )
  return new Map(held)
}

function hasOf(entry: Entry): string {
  if (entry.kind === 'SubnetClaim') return entry.spec.cidrBlock
  return entry.address ?? 'yes'
}

/** Addresses by the object that shows them, objects that are there, and which claim has which of them. */
function liveOf({ facts, after, isExact }: Sides) {
  const owners = [...after].flatMap(([namespace, book]) =>
    [...book.values()]
      .filter(isHeld)
      .flatMap((entry) =>
        objectsOf(namespace, entry).map(
          (object) => [object, holderName(namespace, entry)] as const,
        ),
      ),
  )
  return {
    addresses: new Map(facts.holders.map(({ holder, address }) => [holder, address])),
    blocks: new Map(facts.blocks?.map((block) => [`Subnet ${block.subnet}`, block])),
    objects: new Set(facts.objects),
    owners: new Map(owners),
    isExact,
  }
}

type Live = ReturnType<typeof liveOf>

/** Claims that the cluster has and the state knows, held or not. */
function liveClaims(books: State['books'], live: Live): readonly string[] {
  return [...books].flatMap(([namespace, book]) =>
    [...book.values()]
      .filter((entry) => liveValue(namespace, entry, live) !== undefined)
      .map((entry) => holderName(namespace, entry)),
  )
}

function liveFor(claim: string, books: State['books'], live: Live): string | undefined {
  const { kind, namespace, name } = holderParts(claim)
  const entry = books.get(namespace)?.get(entryKey({ kind: kind as Entry['kind'], name }))
  return entry && liveValue(namespace, entry, live)
}

/** What leaves, leaves: only what is asked for can lose what it has. */
function liveValue(namespace: string, entry: Entry, live: Live): string | undefined {
  if (entry.phase === 'releasing' || entry.phase === 'tombstone') return undefined
  const object = objectsOf(namespace, entry).at(-1) ?? ''
  // `a-b/c` and `a/b-c` have one name in the cluster: it is that of the claim that holds something.
  const owner = live.owners.get(object)
  if (owner !== undefined && owner !== holderName(namespace, entry)) return undefined
  // What a sound copy refuses was never made for it, unless a later state did.
  if (entry.phase === 'rejected' && (live.isExact || isOthers(namespace, entry, live)))
    return undefined
  if (entry.kind === 'EipClaim') return live.addresses.get(object)
  if (!live.objects.has(object)) return undefined
  return isOthers(namespace, entry, live) ? blockAt(object, live) : hasOf(entry)
}

/** Of a Subnet that is not as its claim says. */
function blockAt(object: string, { blocks }: Live): string | undefined {
  const block = blocks.get(object)
  return block && `${block.cidrBlock} in VPC ${block.vpc}`
}

/** A spec never changes, so that what is at another address or block than it says was never made for the claim. */
function isOthers(namespace: string, entry: Entry, live: Live): boolean {
  const object = objectsOf(namespace, entry).at(-1) ?? ''
  if (entry.kind === 'EipClaim') {
    const address = live.addresses.get(object)
    return entry.spec.v4Ip !== undefined && address !== undefined && address !== entry.spec.v4Ip
  }
  if (entry.kind !== 'SubnetClaim') return false
  const block = live.blocks.get(object)
  return (
    block !== undefined && !(block.vpc === namespace && block.cidrBlock === entry.spec.cidrBlock)
  )
}
