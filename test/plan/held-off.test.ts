import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHeld } from '../../lib/domain/ledger/entry.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { claim, documents, platformFile, reservation, transfer } from './files.ts'
import { type Changes, engine, World } from './world.ts'

const RUNS = process.env['LONG'] === undefined ? 25 : 1_000
/** Milliseconds for one law, failures and their shrinking included. */
const LIMIT = process.env['LONG'] === undefined ? 8_000 : 50_000
/** Four addresses beside those that the two VPCs leave by. */
const excludes = '[198.51.100.1..198.51.100.19, 198.51.100.26..198.51.100.254]'
const AFTER = 1_000
const file = 'platform/reservations.yaml'

const namespace = fc.constantFrom('a', 'b')
const name = fc.constantFrom('e', 'f', 'g')
const address = fc.constantFrom('198.51.100.22', '198.51.100.23', '198.51.100.24', '198.51.100.25')

/** Which addresses each reservation keeps, and for whom; two of them disagree about .23. */
const reservations = {
  own: { keeps: ['198.51.100.22', '198.51.100.23'], whose: 'a' },
  other: { keeps: ['198.51.100.23'], whose: 'b' },
  none: { keeps: ['198.51.100.25'], whose: '' },
} as const
type Kept = keyof typeof reservations

type Event =
  | { readonly kind: 'commit'; readonly changes: Changes; readonly kept?: readonly Kept[] }
  | { readonly kind: 'free' }

const path = (environment: string, claim: string) => `environments/${environment}/${claim}.yaml`

const write = fc
  .tuple(namespace, name, fc.option(address))
  .map(([environment, one, pin]): Changes => {
    const spec = pin === null ? '{}' : `{v4Ip: ${pin}}`
    return { [path(environment, one)]: claim('EipClaim', one, spec) }
  })
const remove = fc
  .tuple(namespace, name)
  .map(([environment, one]): Changes => ({ [path(environment, one)]: undefined }))
const move = fc.tuple(namespace, namespace, name, name, fc.nat()).map(
  ([from, to, giver, taker, n]): Changes => ({
    [path(from, giver)]: undefined,
    [path(to, taker)]: claim('EipClaim', taker),
    'acknowledgements/move.yaml': transfer(
      `EipClaim ${from}/${giver}`,
      `EipClaim ${to}/${taker}`,
      `r${n}`,
    ),
  }),
)
const commit = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: write },
        { weight: 4, arbitrary: remove },
        { weight: 1, arbitrary: move },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.option(fc.subarray(Object.keys(reservations) as Kept[]), { freq: 3 }),
  )
  .map(([all, kept]): Event => {
    const changes = Object.assign({}, ...all) as Changes
    return { kind: 'commit', changes, ...(kept === null ? {} : { kept }) }
  })

const steps = fc.array(
  fc.record({
    event: fc.oneof(
      { weight: 3, arbitrary: commit },
      { weight: 2, arbitrary: fc.constant<Event>({ kind: 'free' }) },
    ),
    // Time passes, stands still or goes back.
    passes: fc.constantFrom(0, 0, 1, AFTER - 1, AFTER, -AFTER),
  }),
  { minLength: 15, maxLength: 30, size: 'max' },
)

function begin(): World {
  const vpc = claim('VpcClaim', 'main', '{externalAccess: true}')
  return World.of({
    'platform/kmetal.yaml': platformFile({ excludes }),
    'netclaim.yaml': `reuse: {after: ${AFTER}s}\nbrakes: {sharePercent: 100}\n`,
    'environments/a/vpc.yaml': vpc,
    'environments/b/vpc.yaml': vpc,
  })
}

function happen(world: World, event: Event): void {
  if (event.kind === 'free') world.plan({ neverApplied: true })
  else if (event.kept === undefined) world.commit(event.changes)
  else {
    const texts = event.kept.map((one) => {
      const { keeps, whose } = reservations[one]
      return reservation(one, keeps, whose === '' ? '' : `environment: ${whose}`)
    })
    world.commit({ ...event.changes, [file]: texts.length > 0 ? documents(...texts) : undefined })
  }
}

interface Has {
  /** `EipClaim a/e`. */
  readonly claim: string
  readonly isHeld: boolean
  readonly isMoved: boolean
}

/** Who has which address. */
function holders(world: World): ReadonlyMap<string, Has> {
  const all = new Map<string, Has>()
  for (const [environment, book] of world.state.books) {
    for (const entry of book.values()) {
      if (entry.address === undefined) continue
      const isMoved = entry.origin === 'transferred'
      const has = { claim: `EipClaim ${environment}/${entry.name}`, isHeld: isHeld(entry), isMoved }
      all.set(entry.address, has)
    }
  }
  return all
}

/** Those that reservations keep an address for, who are not the environment. */
function keptForOthers(kept: readonly Kept[], taken: string, claim: string): readonly Kept[] {
  return kept.filter((one) => {
    const { keeps, whose } = reservations[one]
    return keeps.some((each) => each === taken) && !claim.startsWith(`EipClaim ${whose}/`)
  })
}

test('nobody gets what is kept for another, or what rests since another had it', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const world = begin()
      const freed = new Map<string, { readonly claim: string; readonly at: number }>()
      let kept: readonly Kept[] = []
      for (const { event, passes } of all) {
        world.seconds = Math.max(0, world.seconds + passes)
        const before = holders(world)
        happen(world, event)
        if (event.kind === 'commit') kept = event.kept ?? kept
        const after = holders(world)
        for (const [taken, { claim: taker, isMoved }] of after) {
          const former = before.get(taken)?.claim
          if (former === taker) continue
          expect([taker, taken, keptForOthers(kept, taken, taker)]).toEqual([taker, taken, []])
          // What a Transfer moves was never free.
          if (isMoved) continue
          expect([taker, taken, former]).toEqual([taker, taken, undefined])
          const last = freed.get(taken)
          const isFree =
            last === undefined || last.claim === taker || world.seconds >= last.at + AFTER
          expect([taker, taken, last, isFree]).toEqual([taker, taken, last, true])
        }
        // What has rested once does not rest again where time goes back.
        for (const [rested, { at }] of freed) if (world.seconds >= at + AFTER) freed.delete(rested)
        for (const [gone, { claim: one }] of before)
          if (!after.has(gone)) freed.set(gone, { claim: one, at: world.seconds })
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('a history planned again, its files in another order, gives the same bytes', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const world = begin()
      world.byPart = false
      let replayed = world.tree
      for (const { event, passes } of all) {
        world.seconds = Math.max(0, world.seconds + passes)
        happen(world, event)
        replayed = planCommit({
          head: new Map([...world.main].toReversed()),
          state: new Map([...replayed].toReversed()),
          facts: world.facts,
          source: world.source,
          engine,
          time: world.seconds,
          neverApplied: event.kind === 'free',
        }).tree
        expect(new Map(replayed)).toEqual(new Map(world.tree))
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})
