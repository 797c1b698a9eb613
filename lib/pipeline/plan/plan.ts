import { noFacts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { viewFacts } from '../../domain/ledger/facts-view.ts'
import { NameBook } from '../../domain/ledger/name-book.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Platform } from '../../domain/platform.ts'
import { checkPlatform } from '../../domain/rules/platform-checks.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { admitNew } from './admit.ts'
import { advance } from './advance.ts'
import { arenasInUse } from './arenas-in-use.ts'
import { checkReservations } from './check-reservations.ts'
import { delegateBlocks } from './delegate-blocks.ts'
import { releaseDeparted } from './departures.ts'
import type { Draft, Guard } from './draft.ts'
import { crdsPart } from './imported.ts'
import { keepHeld } from './keep.ts'
import { nextState } from './next-state.ts'
import { noteBooks } from './note-books.ts'
import { openingOf, openPools } from './open-pools.ts'
import { openSegments } from './open-segments.ts'
import type { PlanRequest } from './plan-request.ts'
import { plannedBooks } from './planned-books.ts'
import { adoptPlatform } from './platform-step.ts'
import { clusterProblem, refusal, withoutFacts } from './refusal.ts'
import { withoutLeaving } from './restore.ts'
import { settleTransfers } from './settle-transfers.ts'
import { standstill } from './standstill.ts'
import { takeOver } from './take-over.ts'
import { transfersOf } from './transfers-of.ts'
import { adoptVip } from './vip-step.ts'
import { withoutGone } from './without-gone.ts'

/** The next state, and all that it was made of. */
export interface Plan {
  readonly state: State
  readonly findings: readonly Finding[]
  readonly platform: Platform
  readonly pools: ReadonlyMap<string, PoolBook>
  readonly view: Draft['view']
  /** Name of the KMetal object, where the tree has one. */
  readonly kmetal?: string
  /** Whether the platform may be rendered anew. */
  readonly sound: boolean
  /** Whether all environments were planned. */
  readonly whole: boolean
  readonly platformChanged: boolean
  /** Whether it is the first that renders anything beside what was imported: then the kinds are defined, too. */
  readonly definesKinds: boolean
  /** `frozen`: what is read cannot be used, so all stays as it is. `engine`: this version may not plan at all. */
  readonly moves: true | 'frozen' | 'engine'
}

/** Decides everything: who gets what, who keeps it, what goes, and what there is to say about it. */
export function plan(asked: PlanRequest, guard: Guard = () => []): Plan {
  const strangers = clusterProblem(asked)
  const request = strangers.length > 0 ? withoutFacts(asked) : asked
  const { inputs, before, state, lived, facts = noFacts } = request
  const refused = refusal(request)
  if (refused !== undefined) return standstill(request, refused.moves, refused.findings)
  if (!inputs.readable) return standstill(request, 'frozen', judgeFrozen(request, guard))
  const { settings, platform: input } = inputs
  const view = viewFacts(facts)
  const stood = { state: withoutGone(state, inputs, view), settings }
  const adopted = adoptPlatform({ ...stood, input, former: before?.platform, facts })
  const { platform } = adopted
  const pools = openPools(platform, { state, facts, ...openingOf(request) })
  const adoptedVip = adoptVip({ ...stood, inputs, before, platform, view })
  const draft: Draft = {
    inputs,
    ...(before === undefined ? {} : { before }),
    state,
    settings,
    guard,
    platform,
    view,
    reported: state.cluster !== undefined || facts.uid !== undefined,
    lived,
    generation: state.generation + 1,
    findings: [...strangers, ...adopted.findings, ...adoptedVip.findings],
    books: plannedBooks(request),
    pools,
    names: new NameBook(),
    blocks: new Map(),
    vip: adoptedVip.config,
    migration: adoptedVip.migration,
    arenas: arenasInUse(state),
    acknowledgements: inputs.acknowledgements.filter(({ digest }) => !state.spent.includes(digest)),
    transfers: new Map(transfersOf({ inputs, state }).map((one) => [one.to, one])),
  }
  takeOver(draft)
  releaseDeparted(draft)
  const fresh = keepHeld(draft)
  // What is proven gone is free for those who ask now.
  advance(draft, request.neverApplied ?? false)
  noteBooks(draft)
  admitNew(draft, withoutLeaving(draft, fresh))
  settleTransfers(draft)
  delegateBlocks(draft)
  draft.findings.push(...checkReservations(draft, request.time))
  const next = nextState(draft, { request, open: openSegments(draft), adopted, adoptedVip })
  return {
    state: next,
    findings: draft.findings,
    platform,
    ...(input === undefined ? {} : { kmetal: input.name }),
    pools,
    view,
    sound: adopted.sound,
    whole: inputs.planned === undefined,
    platformChanged: adopted.changed,
    definesKinds: state.imported.includes(crdsPart) && !next.imported.includes(crdsPart),
    moves: true,
  }
}

/**
 * What else is wrong when what everything rests on cannot be read: the platform by itself, and the claims against the
 * last good one. Nothing comes of it.
 */
function judgeFrozen(request: PlanRequest, guard: Guard): readonly Finding[] {
  const { platform: input, ...rest } = request.inputs
  const context = { settings: rest.settings, facts: request.facts ?? noFacts }
  const findings = input === undefined ? [] : checkPlatform(input, context)
  if (request.state.platform === undefined) return findings
  const claims = plan({ ...request, inputs: { ...rest, readable: true } }, guard).findings
  return [...findings, ...claims.filter(({ rule }) => rule !== supplyRules.platformMissing.id)]
}
