import { compareText } from '../../domain/compare-text.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Entry, type HeldBack, holderName, isHeld } from '../../domain/ledger/entry.ts'
import { obstacleTo, whyNotGone } from '../../domain/ledger/obstacle.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { blockTrack, type Standing, standingOf, trackOf } from '../history/holdings.ts'
import { bookPath } from '../state/state-paths.ts'
import { type Makers, nextFor, nextForMissing } from './next-for.ts'
import type { Stuck, StuckInput } from './stuck.ts'

/** Entries of the ledger that are not simply held, and those whose objects the cluster does not have. */
export function stuckEntries(input: StuckInput): readonly Stuck[] {
  const said = Map.groupBy(input.findings, ({ object }) => object)
  return [...input.state.books]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([namespace, book]) =>
      [...book.values()].flatMap((entry) => {
        const holder = holderName(namespace, entry)
        const found = stuckEntry(input, { namespace, entry, said: said.get(holder) ?? [] })
        const track = { path: bookPath(namespace), track: followed(namespace, entry) }
        return found === undefined ? [] : [{ what: holder, track, ...found }]
      }),
    )
}

/** What tells since when: of a cluster with VIP blocks the first of those that it does not simply hold. */
function followed(namespace: string, entry: Entry): string {
  const { blocks = [] } = entry
  const block = blocks.find(({ phase }) => phase !== 'Bound') ?? blocks[0]
  return block === undefined
    ? trackOf(namespace, entry)
    : blockTrack(namespace, entry, block.ordinal)
}

interface One {
  readonly namespace: string
  readonly entry: Entry
  /** What is said of this claim. */
  readonly said: readonly Finding[]
}

type Why = Omit<Stuck, 'what' | 'track'>

function stuckEntry(input: StuckInput, one: One): Why | undefined {
  const is = standingOf(one.entry)
  if (is === 'held') return missing(input, one)
  return { is, ...reasons[is](input, one) }
}

type Reason = (input: StuckInput, one: One) => Omit<Why, 'is'>

const reasons: Readonly<Record<Exclude<Standing, 'held'>, Reason>> = {
  releasing: leaving,
  tombstone: leaving,
  returning,
  'held-back': ({ findings }, { entry }) => heldBack(findings, entry.heldBack ?? []),
  rejected: (_, { said, entry }) => saidOf(said, entry.rejected?.rule),
  waiting: (_, { said }) => saidOf(said, undefined),
  nonconforming: (_, { said, entry }) => saidOf(said, entry.nonconforming?.[0]),
}

function leaving(input: StuckInput, { namespace, entry }: One): Omit<Why, 'is'> {
  const { state, view, inputs } = input
  const { proof, target } = inputs.settings
  const context = { namespace, view, generation: state.generation, proof, target }
  const obstacle = obstacleTo(entry, state.books.get(namespace) ?? new Map(), context)
  if (obstacle !== undefined)
    return { waitsFor: obstacle.why, ...nextFor(obstacle, input.reported, makersOf(input, entry)) }
  return { waitsFor: 'the next plan takes it on', next: 'netclaim allocate' }
}

function makersOf({ state }: StuckInput, { imported }: Entry): Makers {
  return { imported: imported === true, operated: state.target === 'operator' }
}

function returning(input: StuckInput, { entry }: One): Omit<Why, 'is'> {
  const { awaits = [] } = entry
  const obstacles = awaits.flatMap((one) => whyNotGone(one, input.view) ?? [])
  const [first] = obstacles
  if (first === undefined)
    return { waitsFor: 'the next plan takes it on', next: 'netclaim allocate' }
  const waitsFor = `its former object has to be gone before it comes back: ${first.why}`
  return { waitsFor, ...nextFor(first, input.reported, makersOf(input, entry)) }
}

/** The brake's finding names the file that lets all go that it holds. */
function heldBack(findings: readonly Finding[], brakes: readonly HeldBack[]): Omit<Why, 'is'> {
  const [first] = brakes
  const value = `${first?.brake} ${first?.subject}`
  const finding = findings.find((one) => one.rule === supplyRules.brake.id && one.value === value)
  const names = brakes.map(({ brake, subject }) => `"${brake}" of "${subject}"`)
  const waitsFor = `${names.length === 1 ? 'brake' : 'brakes'} ${names.join(' and ')} until acknowledged, or until its file is back`
  const next =
    finding?.hint ?? 'netclaim check --base and --head of this change print the file to add'
  return { waitsFor, next, rule: supplyRules.brake.id }
}

/** What a plan says of it now; of the ledger alone where it says nothing any more. */
function saidOf(said: readonly Finding[], rule: Stuck['rule']): Omit<Why, 'is'> {
  const finding =
    said.find((one) => one.rule === rule) ?? said.find(({ severity }) => severity !== 'info')
  if (finding === undefined)
    return {
      waitsFor: 'the next plan judges it anew',
      next: 'netclaim allocate',
      ...(rule === undefined ? {} : { rule }),
    }
  const { at, message, hint } = finding
  const place =
    at === undefined ? {} : { at, next: hint ?? `change ${at.file}, or remove the claim` }
  return {
    waitsFor: message,
    rule: finding.rule,
    ...(hint === undefined ? {} : { next: hint }),
    ...place,
  }
}

/** Only a whole list shows that an object is not there. */
function missing(input: StuckInput, { namespace, entry }: One): Why | undefined {
  const { view, reported } = input
  if (!isHeld(entry) || !reported) return undefined
  const dropped = new Set(entry.dropped?.map(({ object }) => object))
  const object = objectsOf(namespace, entry).find(
    (one) =>
      !dropped.has(one) && view.isComplete(one.slice(0, one.indexOf(' '))) && !view.exists(one),
  )
  if (object === undefined) return undefined
  return {
    is: 'missing',
    waitsFor: `${object} is not in the cluster`,
    next: nextForMissing(makersOf(input, entry)),
  }
}
