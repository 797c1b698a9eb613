import type { Document, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import { same } from '../../domain/same.ts'
import type { Lists } from '../facts/lists.ts'
import type { Inputs } from '../inputs.ts'
import { readTree } from '../read/read-tree.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { isController } from '../sync/managed-fields.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { fulfil } from './fulfil.ts'
import { handsIn } from './hands.ts'
import type { Found, Hand } from './in-object.ts'
import { type Made, madeKeys, newClaims } from './new-claims.ts'
import { keepOrDelete } from './next-step.ts'
import { type WhyNot, whyNot } from './why-not.ts'
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
export interface Left extends Hand, WhyNot {}

/** What was changed by hand, and what becomes of it. */
export interface Capture {
  readonly captured: readonly Captured[]
  readonly left: readonly Left[]
  /** The files of main that would change, as they would be. */
  readonly files: ReadonlyMap<string, string>
  /** Kinds of objects that are rendered, or that people make beside them, and were not read. */
  readonly unread: readonly string[]
}

/** Turns hands into edits of the very documents that cause the objects; the rest is told with a reason. */
export function capture({ main, state, lists }: CaptureRequest): Capture {
  const { found, unread, live, rendered, makerOf } = handsIn(state, lists)
  const { value: inputs } = readTree(main)
  const draft = new Draft(main, inputs)
  for (const one of found) draft.take(one)
  const { value: known } = readState(state)
  for (const one of newClaims({ live, rendered, main, inputs, known })) {
    const hand = makerOf(one.object)
    if (hand !== undefined) draft.add(hand, one)
  }
  const { captured, left, files } = draft
  return { captured, left, files, unread: [...new Set([...unread, ...unreadIn(lists)])].toSorted() }
}

function unreadIn(lists: Lists): readonly string[] {
  const failed = madeKeys.filter((key) => lists.get(key)?.outcome === 'failed')
  return failed.map((key) => key.replace(/^.*\//, ''))
}

/** The branch while it is made. */
class Draft {
  readonly captured: Captured[] = []
  readonly left: Left[] = []
  readonly files = new Map<string, string>()
  readonly #main: Tree
  readonly #inputs: Inputs
  /** What was wished for already, by place: two objects may stand for one field. */
  readonly #said = new Map<string, Wish['value']>()

  constructor(main: Tree, inputs: Inputs) {
    this.#main = main
    this.#inputs = inputs
  }

  take(found: Found): void {
    const { hand, what, wanted, there } = found
    const isHand = what === 'value' && !isController(hand)
    const wish = isHand && there && hand.field ? wishOf(wanted, there, hand.field) : undefined
    const reason = typeof wish === 'object' ? this.#edit(hand, wish) : wish
    if (typeof wish === 'object' && reason === undefined) return
    const why = whyNot(found, this.#inputs)
    this.#leave(hand, reason === undefined ? why : { ...why, reason })
  }

  /** An object that is nobody's claim yet. */
  add(hand: Hand, { object, claim }: Made): void {
    if (typeof claim === 'string') {
      this.#leave(hand, { reason: claim, next: keepOrDelete(object.object) })
      return
    }
    const { name: says, file, text } = claim
    this.files.set(file, text)
    this.captured.push({ ...hand, file, says })
  }

  #leave(hand: Hand, { reason, next }: WhyNot): void {
    this.left.push({ ...hand, reason: printable(reason, 400), next: printable(next, 800) })
  }

  /** Undefined where it is done. */
  #edit(hand: Hand, wish: Wish): string | undefined {
    const platform = this.#inputs.platform?.document
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
