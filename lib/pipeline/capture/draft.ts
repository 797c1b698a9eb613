import type { Document, Path, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import { same } from '../../domain/same.ts'
import { valueAt } from '../../domain/value-at.ts'
import type { Inputs } from '../inputs.ts'
import { isController } from '../sync/managed-fields.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import type { blockedWish } from './blocked-wish.ts'
import { type Fulfilled, fulfil, fulfilPart } from './fulfil.ts'
import type { Found, Hand } from './in-object.ts'
import type { Made } from './new-claims.ts'
import type { Part } from './new-parts.ts'
import { keepOrDelete } from './next-step.ts'
import { type WhyNot, whyNot } from './why-not.ts'
import { type Wish, wishOf } from './wish.ts'

/** A hand that a file of main can say, and where it then does. */
export interface Captured extends Hand {
  readonly file: string
  /** `spec.networking.loadBalancer.management.addresses`; a claim that is new, `EipClaim photon-prod/mail`. */
  readonly says: string
}

/** A hand that no file can say. */
export interface Left extends Hand, WhyNot {}

/** The branch while it is made. */
export class Draft {
  readonly captured: Captured[] = []
  readonly left: Left[] = []
  readonly files = new Map<string, string>()
  readonly #main: Tree
  readonly #inputs: Inputs
  readonly #blocked: ReturnType<typeof blockedWish>
  /** What was wished for already, by place: two objects may stand for one field. */
  readonly #said = new Map<string, unknown>()

  constructor(main: Tree, inputs: Inputs, blocked: ReturnType<typeof blockedWish>) {
    this.#main = main
    this.#inputs = inputs
    this.#blocked = blocked
  }

  take(found: Found): void {
    const { hand, what, wanted, there } = found
    const isHand = what === 'value' && !isController(hand)
    const wish =
      isHand && there && hand.field
        ? (this.#blocked(found) ?? wishOf(wanted, there, hand.field))
        : undefined
    const reason = typeof wish === 'object' ? this.#edit(hand, wish) : wish
    if (typeof wish === 'object' && reason === undefined) return
    const why = whyNot(found, this.#inputs)
    this.leave(hand, reason === undefined ? why : { ...why, reason })
  }

  /** An object that is nobody's claim yet. */
  add(hand: Hand, { object, claim }: Made): void {
    const reason = typeof claim === 'string' ? claim : this.#say(hand, claim)
    if (reason !== undefined) this.leave(hand, { reason, next: keepOrDelete(object.object) })
  }

  /** Undefined where it is done. */
  #say(hand: Hand, claim: Exclude<Made['claim'], string>): string | undefined {
    if ('value' in claim) return this.#declare(hand, claim)
    const { name: says, file, text } = claim
    this.files.set(file, text)
    this.captured.push({ ...hand, file, says })
    return undefined
  }

  /** A part of the platform, which several objects stand for. */
  #declare(hand: Hand, part: Part): string | undefined {
    const { path, key, value } = part
    const says = [...path, key ?? nameOf(value)]
    return this.#write(hand, { says, value }, (text, document) => fulfilPart(text, document, part))
  }

  leave(hand: Hand, { reason, next }: WhyNot): void {
    this.left.push({ ...hand, reason: printable(reason, 400), next: printable(next, 800) })
  }

  #edit(hand: Hand, wish: Wish): string | undefined {
    const said = { says: wish.path, value: wish.value }
    return this.#write(hand, said, (text, document) => fulfil(text, document, wish))
  }

  /** Writes into the declaration what is said of one place, once. Undefined where it is done. */
  #write(
    hand: Hand,
    { says: path, value }: { readonly says: Path; readonly value: unknown },
    edit: (text: string, document: Document) => Fulfilled,
  ): string | undefined {
    const platform = this.#inputs.platform?.document
    if (platform === undefined) return 'main declares no platform'
    const key = path.join('/')
    const said = this.#said.get(key)
    if (said !== undefined && !same(said, value))
      return 'another object says otherwise of the same field'
    const { file } = platform
    const entry = this.#main.get(file)
    const text = this.files.get(file) ?? (entry?.kind === 'text' ? entry.text : '')
    const document = said === undefined ? documentAt(file, text, platform) : undefined
    if (document !== undefined) {
      const edited = edit(text, document)
      if (typeof edited === 'string') return edited
      this.files.set(file, edited.text)
    }
    this.#said.set(key, value)
    this.captured.push({ ...hand, file, says: `spec.networking.${path.join('.')}` })
    return undefined
  }
}

function nameOf(value: unknown): string {
  return String(valueAt(value, ['name']))
}

/** The same document in a text in which lines may have been added behind its first. */
function documentAt(file: string, text: string, { at, value }: Document): Document | undefined {
  const { value: documents } = readDocuments(file, text)
  return documents.find((one) => one.at.line === at.line && typeof one.value === typeof value)
}
