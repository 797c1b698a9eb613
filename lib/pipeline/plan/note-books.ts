import {
  type Book,
  type Entry,
  type EntryOf,
  holderName,
  isHeld,
  isLeaving,
} from '../../domain/ledger/entry.ts'
import { isEgress, vpcOf } from '../../domain/ledger/release.ts'
import { egressEipName, eipName, reservationStem, subnetName, vpcName } from '../../domain/names.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { noteBlock } from './admit-subnet.ts'
import type { Draft } from './draft.ts'

/** Writes down the names and blocks of all that is there already, so that the first one keeps them. */
export function noteBooks(draft: Draft): void {
  for (const name of segmentsOf(draft.platform).subnets.keys()) {
    draft.names.claim('datapath', name, `provider subnet ${name}`)
  }
  const books = new Map<string, Book>([...draft.state.books, ...draft.books])
  for (const [namespace, book] of books) {
    const vpc = vpcOf(book)
    for (const entry of book.values()) {
      if (isHeld(entry) || isLeaving(entry) || waitsForAddress(entry))
        noteEntry(draft, namespace, { entry, vpc })
    }
  }
  noteForeignBlocks(draft)
  // After those who have their names: a VPC without its way out, as of a full pool, keeps the name for it.
  for (const [namespace, book] of books) {
    const vpc = vpcOf(book)
    if (!isHeld(vpc) || vpc.kind !== 'VpcClaim' || vpc.externalSubnet === undefined) continue
    const name = egressEipName(vpcName(namespace), vpc.externalSubnet)
    draft.names.claim('OvnEip', name, `EipClaim ${namespace}/external`)
  }
}

/** What stands in a VPC though no claim explains it has its block: Kube-OVN refuses another one, and both suffer. */
function noteForeignBlocks(draft: Draft): void {
  const { inputs, books, view } = draft
  for (const [vpc, blocks] of Map.groupBy(view.facts.blocks ?? [], (one) => one.vpc)) {
    const claims = [
      ...(inputs.environments.get(vpc)?.claims ?? []),
      ...(books.get(vpc)?.values() ?? []),
    ]
    const known = new Set(
      claims.flatMap(({ kind, name }) => (kind === 'SubnetClaim' ? subnetName(vpc, name) : [])),
    )
    for (const { subnet: name, cidrBlock } of blocks)
      if (!known.has(name)) noteBlock(draft, vpc, { name, cidrBlock, foreign: true })
  }
}

/** A claim that waits for its VPC has its name already; an lrp claim other than external never gets an object. */
function waitsForAddress(entry: Entry): boolean {
  if (entry.kind !== 'EipClaim' || entry.phase !== 'waiting') return false
  return entry.spec.type === 'nat' || isEgress(entry)
}

interface Noted {
  readonly entry: Entry
  readonly vpc: Entry | undefined
}

function noteEntry(draft: Draft, namespace: string, { entry, vpc }: Noted): void {
  const holder = holderName(namespace, entry)
  switch (entry.kind) {
    case 'VpcClaim':
      draft.names.claim('datapath', vpcName(namespace), `Vpc ${vpcName(namespace)}`)
      return
    case 'SubnetClaim':
      noteSubnet(draft, namespace, entry)
      return
    case 'EipClaim':
      draft.names.claim('OvnEip', eipNameOf(namespace, entry, vpc), holder)
      return
    case 'KdcCluster':
      draft.names.claim('AddressReservation', reservationStem(namespace, entry.name), holder)
      return
    case 'Cluster':
  }
}

function noteSubnet(draft: Draft, namespace: string, entry: EntryOf<'SubnetClaim'>): void {
  const holder = holderName(namespace, entry)
  const { attachment, cidrBlock } = entry.spec
  draft.names.claim('datapath', subnetName(namespace, entry.name), holder)
  if (attachment.managed) {
    draft.names.claim('NetworkAttachmentDefinition', `${namespace}/${attachment.name}`, holder)
  }
  noteBlock(draft, namespace, { name: entry.name, cidrBlock })
}

function eipNameOf(namespace: string, entry: Entry, vpc: Entry | undefined): string {
  const segment = vpc?.kind === 'VpcClaim' ? vpc.externalSubnet : entry.pool
  if (!isEgress(entry) || segment === undefined) return eipName(namespace, entry.name)
  return egressEipName(vpcName(namespace), segment)
}
