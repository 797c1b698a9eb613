/**
 * A quantity as Kubernetes holds it (apimachinery pkg/api/resource). `fast` is its int64 with a power of ten, where it has
 * that form: only then it can be an integer.
 */
export interface Quantity {
  readonly nano: bigint
  readonly fast?: { readonly value: bigint; readonly scale: number }
}

const MAX = 2n ** 63n - 1n
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const binary: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }

/** Powers of ten beyond this are no quantity of anything, but a way to fill the memory. */
const MAX_EXPONENT = 60

/** The quantity of a text; undefined where Kubernetes takes it for none, or it is longer than any is. */
export function parseQuantity(text: string): Quantity | undefined {
  if (text === '' || text.length > 64) return undefined
  const parts = /^(?<sign>[+-]?)0*(?<num>\d*)(?:\.(?<denom>\d*))?(?<suffix>.*)$/s.exec(text)?.groups
  if (parts === undefined) return undefined
  const { sign = '', num = '', denom = '', suffix = '' } = parts
  const power = powerOf(suffix)
  if (power === undefined) return undefined
  const digits = { num: num === '' ? '0' : num, denom, negative: sign === '-' }
  return quick(digits, power) ?? exact(digits, power)
}

interface Digits {
  readonly num: string
  readonly denom: string
  readonly negative: boolean
}

interface Power {
  readonly base: 2 | 10
  readonly exponent: number
}

function powerOf(suffix: string): Power | undefined {
  const [ten, two] = [decimal, binary].map((table) =>
    Object.hasOwn(table, suffix) ? table[suffix] : undefined,
  )
  if (ten !== undefined) return { base: 10, exponent: ten }
  if (two !== undefined) return { base: 2, exponent: two }
  if (!/^[eE][+-]?\d+$/.test(suffix)) return undefined
  const exponent = Number(suffix.slice(1))
  return Math.abs(exponent) > MAX_EXPONENT ? undefined : { base: 10, exponent }
}

/** The form with an int64, where the number is short enough for it. */
function quick({ num, denom, negative }: Digits, { base, exponent }: Power): Quantity | undefined {
  const factor = base === 2 ? 2n ** BigInt(exponent) : 1n
  const room =
    base === 10
      ? 18 - num.length - denom.length
      : 15 - num.length - Math.trunc((exponent * 3) / 10) - 1
  if (room < 0 || (base === 2 && denom !== '')) return undefined
  const scale = (base === 10 ? exponent : 0) - denom.length
  const value = BigInt(num + denom) * factor
  if (scale < -9 || value > MAX) return undefined
  return fastQuantity(negative ? -value : value, scale)
}

/** Any other: rounded away from zero to a nano, and a binary one capped at an int64. */
function exact({ num, denom, negative }: Digits, { base, exponent }: Power): Quantity {
  const up = 9 + (base === 10 ? exponent : 0) - denom.length
  const amount = BigInt(num + denom) * (base === 2 ? 2n ** BigInt(exponent) : 1n)
  const rounded = up >= 0 ? amount * 10n ** BigInt(up) : divideUp(amount, 10n ** BigInt(-up))
  const capped = base === 2 && rounded > MAX * 1_000_000_000n ? MAX * 1_000_000_000n : rounded
  return { nano: negative ? -capped : capped }
}

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by
}

/** `value` times ten to the power of `scale`, which is at least -9. */
export function fastQuantity(value: bigint, scale: number): Quantity {
  return { nano: value * 10n ** BigInt(scale + 9), fast: { value, scale } }
}

/** The sum, in the fast form as long as that has room. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return fastSum(a.fast, b.fast) ?? { nano: a.nano + b.nano }
}

export function negate({ nano, fast }: Quantity): Quantity {
  return { nano: -nano, ...(fast && { fast: { ...fast, value: -fast.value } }) }
}

/** The int64 that it is; undefined where Kubernetes sees none, as in `1000m`. */
export function integerOf({ fast }: Quantity): bigint | undefined {
  if (fast === undefined || fast.scale < 0) return undefined
  return int64(fast.value * 10n ** BigInt(fast.scale))
}

function fastSum(a: Quantity['fast'], b: Quantity['fast']): Quantity | undefined {
  if (a === undefined || b === undefined) return undefined
  if (b.value === 0n) return fastQuantity(a.value, a.scale)
  if (a.value === 0n) return fastQuantity(b.value, b.scale)
  const scale = Math.min(a.scale, b.scale)
  const [left, right] = [a, b].map((one) => int64(one.value * 10n ** BigInt(one.scale - scale)))
  if (left === undefined || right === undefined) return undefined
  const sum = int64(left + right)
  return sum === undefined ? undefined : fastQuantity(sum, scale)
}

function int64(value: bigint): bigint | undefined {
  return value >= -MAX - 1n && value <= MAX ? value : undefined
}
