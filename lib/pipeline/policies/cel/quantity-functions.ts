import { type CelFunc, CelScalar, celFunc, celMethod, objectType } from '@bufbuild/cel'
import type { Message } from '@bufbuild/protobuf'
import { isReflectMessage } from '@bufbuild/protobuf/reflect'
import {
  addQuantities,
  fastQuantity,
  integerOf,
  negate,
  parseQuantity,
  type Quantity,
} from './quantity.ts'
import { quantityType, textIn, valueOf } from './value-types.ts'

const { STRING, BOOL, INT } = CelScalar
const QUANTITY = objectType(quantityType)

interface Value {
  readonly message: Message
}

/** What a value is beside its amount, by which two are equal. */
const forms = new WeakMap<Message, Quantity>()
const sums = new WeakSet<Message>()

/** Kubernetes' quantity() (k8s.io/apiserver pkg/cel/library/quantity.go), but for its approximate float. */
export const quantityFunctions: readonly CelFunc[] = [
  celFunc('quantity', [STRING], QUANTITY, (text) => {
    const found = parseQuantity(text)
    if (found === undefined) throw new Error(`${JSON.stringify(text)} is no quantity`)
    return toValue(found)
  }),
  celFunc('isQuantity', [STRING], BOOL, (text) => parseQuantity(text) !== undefined),
  celFunc('sign', [QUANTITY], INT, (quantity) => sign(read(quantity).nano)),
  celMethod('isInteger', QUANTITY, [], BOOL, function (this: Value) {
    return integerOf(read(this)) !== undefined
  }),
  celMethod('asInteger', QUANTITY, [], INT, function (this: Value) {
    const integer = integerOf(read(this))
    if (integer === undefined) throw new Error('cannot convert the quantity to an integer')
    return integer
  }),
  celMethod('compareTo', QUANTITY, [QUANTITY], INT, function (this: Value, other) {
    return sign(read(this).nano - read(other).nano)
  }),
  celMethod('isGreaterThan', QUANTITY, [QUANTITY], BOOL, function (this: Value, other) {
    return read(this).nano > read(other).nano
  }),
  celMethod('isLessThan', QUANTITY, [QUANTITY], BOOL, function (this: Value, other) {
    return read(this).nano < read(other).nano
  }),
  celMethod('add', QUANTITY, [QUANTITY], QUANTITY, function (this: Value, other) {
    return toSum(addQuantities(read(this), read(other)))
  }),
  celMethod('add', QUANTITY, [INT], QUANTITY, function (this: Value, other) {
    return toSum(addQuantities(read(this), fastQuantity(other, 0)))
  }),
  celMethod('sub', QUANTITY, [QUANTITY], QUANTITY, function (this: Value, other) {
    return toSum(addQuantities(read(this), negate(read(other))))
  }),
  celMethod('sub', QUANTITY, [INT], QUANTITY, function (this: Value, other) {
    return toSum(addQuantities(read(this), negate(fastQuantity(other, 0))))
  }),
]

/** Whether a value is the outcome of add() or sub(), which equals nothing: Kubernetes compares it by compareTo() alone. */
export function isSum(value: unknown): boolean {
  return isReflectMessage(value) && sums.has(value.message)
}

function toSum(quantity: Quantity): Message {
  const value = toValue(quantity)
  sums.add(value)
  return value
}

function toValue(quantity: Quantity): Message {
  const value = valueOf(quantityType, String(quantity.nano))
  forms.set(value, quantity)
  return value
}

function read({ message }: Value): Quantity {
  return forms.get(message) ?? { nano: BigInt(textIn(message)) }
}

function sign(value: bigint): bigint {
  if (value === 0n) return 0n
  return value > 0n ? 1n : -1n
}
