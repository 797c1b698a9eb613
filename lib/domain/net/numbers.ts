import type { Range } from './range.ts'

const bits = new DataView(new ArrayBuffer(8))

/**
 * A range's first address as a number, IPv6 ones rounded. Never falls where the address rises.
 */
export function roundedFirst(range: Range): number {
  return range.family === 'IPv4' ? low32(range.first) : Number(range.first)
}

/** The same of a range's last address. */
export function roundedLast(range: Range): number {
  return range.family === 'IPv4' ? low32(range.last) : Number(range.last)
}

/** The lowest 32 bits: V8 compiles these two lines to a load, `Number(value)` to a slow call. */
export function low32(value: bigint): number {
  bits.setBigUint64(0, value, true)
  return bits.getUint32(0, true)
}

/** The bigint of a number from 0 to 2^32 - 1, quicker than `BigInt(value)`. */
export function big32(value: number): bigint {
  bits.setUint32(0, value, true)
  bits.setUint32(4, 0, true)
  return bits.getBigUint64(0, true)
}
