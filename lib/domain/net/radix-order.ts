/** Below so many, to count the digits costs more than to compare the words. */
const FEW = 256

/**
 * The indexes of `order` sorted by `words[index]`, equal ones as they stood. Of many it takes three passes
 * over them and compares nothing.
 */
export function radixOrder(order: Uint32Array, words: Uint32Array): Uint32Array<ArrayBuffer> {
  if (order.length < FEW) {
    return new Uint32Array(order).sort((a, b) => (words[a] as number) - (words[b] as number))
  }
  let from = new Uint32Array(order)
  let to = new Uint32Array(order.length)
  for (let shift = 0; shift < 32; shift += digitBits) {
    const ends = endsOfBuckets(from, words, shift)
    if (ends === undefined) continue
    for (let at = from.length - 1; at >= 0; at--) {
      const index = from[at] as number
      const bucket = ((words[index] as number) >>> shift) & digitMask
      const place = (ends[bucket] as number) - 1
      ends[bucket] = place
      to[place] = index
    }
    ;[from, to] = [to, from]
  }
  return from
}

const digitBits = 11
const digitMask = (1 << digitBits) - 1

/** Where each digit's bucket ends, or `undefined` where all words have the same digit. */
function endsOfBuckets(
  order: Uint32Array,
  words: Uint32Array,
  shift: number,
): Uint32Array | undefined {
  const ends = new Uint32Array(digitMask + 1)
  for (let at = 0; at < order.length; at++) {
    const bucket = ((words[order[at] as number] as number) >>> shift) & digitMask
    ends[bucket] = (ends[bucket] as number) + 1
  }
  let end = 0
  for (let bucket = 0; bucket <= digitMask; bucket++) {
    if (ends[bucket] === order.length) return undefined
    end += ends[bucket] as number
    ends[bucket] = end
  }
  return ends
}
