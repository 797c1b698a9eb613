import { claimApiVersion } from '../../domain/claims/metadata.ts'
import type { Document, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import { same } from '../../domain/same.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { Lists } from '../facts/lists.ts'
import type { Inputs } from '../inputs.ts'
import { readTree } from '../read/read-tree.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { isController } from '../sync/managed-fields.ts'
import { claimOf } from '../sync/rendered-object.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { fulfil } from './fulfil.ts'
import { type Found, type Hand, handsIn } from './hands.ts'
import { type Made, newClaims } from './new-claims.ts'
import { type Wish, wishOf } from './wish.ts'

/** What a capture looks at. */
export interface CaptureRequest {
  /** The tip of main. */
  readonly main: Tree
  /** What the state branch holds. */
  readonly state: StateTree
  /** What the cluster has. */
  readonly lists: Lists
}

/** A hand that a file of main can say, and where it then does. */
export interface Captured extends Hand {
  readonly file: string
  /** `spec.networking.loadBalancer.management.addresses`; a claim that is new, `EipClaim photon-prod/mail`. */
  readonly says: string
}

/** A hand that no file can say. */
export interface Left extends Hand {
  /** A clause. */
  readonly reason: string
}

/** What was changed by hand, and what becomes of it. */
export interface Capture {
  readonly captured: readonly Captured[]
  readonly left: readonly Left[]
  /** The files of main that would change, as they would be. */
  readonly files: ReadonlyMap<string, string>
  /** Kinds of objects that are rendered and were not read. */
  readonly unread: readonly string[]
}

/** Turns hands into edits of the very documents that cause the objects; the rest is told with a reason. */
export function capture({ main, state, lists }: CaptureRequest): Capture {
  const { found, unread, live, rendered, makerOf } = handsIn(state, lists)
  const { value: inputs } = readTree(main)
  const draft = new Draft(main, inputs)
  for (const one of found) draft.take(one)
  const { books } = readState(state).value
  for (const one of newClaims({ live, rendered, main, inputs, books }))
    draft.add(makerOf(one.object), one.claim)
  const { captured, left, files } = draft
  return { captured, left, files, unread }
}

/** The branch while it is made. */
class Draft {
  readonly captured: Captured[] = []
  readonly left: Left[] = []
  readonly files = new Map<string, string>()
  readonly #main: Tree
  readonly #platform: Inputs['platform']
  /** What was wished for already, by place: two objects may stand for one field. */
  readonly #said = new Map<string, Wish['value']>()

  constructor(main: Tree, { platform }: Inputs) {
    this.#main = main
    this.#platform = platform
  }

  take(found: Found): void {
    const { hand, wanted, there } = found
    const isHand = !found.isOurs && !isController(hand)
    const wish = isHand && there && hand.field ? wishOf(wanted, there, hand.field) : undefined
    const why = typeof wish === 'object' ? this.#edit(hand, wish) : (wish ?? whyNot(found))
    if (why !== undefined) this.left.push({ ...hand, reason: printable(why, 400) })
  }

  /** An object that is nobody's claim yet. */
  add(hand: Hand, claim: Made['claim']): void {
    if (typeof claim === 'string') {
      this.left.push({ ...hand, reason: printable(claim, 400) })
      return
    }
    const { name: says, file, text } = claim
    this.files.set(file, text)
    this.captured.push({ ...hand, file, says })
  }

  /** Undefined where it is done. */
  #edit(hand: Hand, wish: Wish): string | undefined {
    const platform = this.#platform?.document
    if (platform === undefined) return 'main declares no platform'
    const key = wish.path.join('/')
    const said = this.#said.get(key)
    if (said !== undefined && !same(said, wish.value))
      return 'another object says otherwise of the same field'
    const { file } = platform
    const entry = this.#main.get(file)
    const text = this.files.get(file) ?? (entry?.kind === 'text' ? entry.text : '')
    const document = said === undefined ? documentAt(file, text, platform) : undefined
    if (document !== undefined) {
      const edited = fulfil(text, document, wish)
      if (typeof edited === 'string') return edited
      this.files.set(file, edited.text)
    }
    this.#said.set(key, wish.value)
    const says = `spec.networking.${wish.path.join('.')}`
    this.captured.push({ ...hand, file, says })
    return undefined
  }
}

/** The same document in a text in which lines may have been added behind its first. */
function documentAt(file: string, text: string, { at, value }: Document): Document | undefined {
  const { value: documents } = readDocuments(file, text)
  return documents.find((one) => one.at.line === at.line && typeof one.value === typeof value)
}

/** Why no file can say it, a clause. */
function whyNot({ hand, wanted, there, isOurs }: Found): string {
  if (there === undefined)
    return 'it is rendered and not there: removed by hand, or not applied yet; to give it up, take its claim or its part of the declaration out of main'
  if (isController(hand)) return 'no hand: a controller wrote it'
  if (isOurs) return 'nobody else wrote it: the state was not applied yet'
  if (!hand.field?.startsWith('.spec'))
    return 'no file says labels, annotations and finalizers: they are computed'
  return whyNotInSpec(wanted)
}

function whyNotInSpec(wanted: KubeObject): string {
  const claim = claimOf(wanted)
  const isShown = wanted.apiVersion === claimApiVersion
  if (wanted.kind === 'KMetal' || (claim === undefined && isShown))
    return 'main says it as a part of a list, which only a person can edit'
  if (claim === undefined) return 'no file says this field: it is computed'
  const ofSubnet = claim.startsWith('SubnetClaim ') && wanted.kind === 'Subnet'
  const isAsked = isShown || ofSubnet || wanted.kind === 'OvnEip'
  if (isAsked) return `${claim} can never be changed: ask for another claim beside it`
  return `no file says this field: it is computed of ${claim}`
}
