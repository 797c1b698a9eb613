/**
 * The value of the dotted address that `text` is up to `end`, 0 to 2^32 - 1, or -1 where it is
 * none: four decimal octets without leading zeros and nothing else.
 */
export function parseIPv4(text: string, end = text.length): number {
  if (end < 7 || end > 15) return -1
  let value = 0
  let octet = -1
  let dots = 0
  for (let index = 0; index < end; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit >= 0 && digit <= 9) {
      octet = withDigit(octet, digit)
      if (octet > 255) return -1
    } else {
      if (digit !== -2 || octet < 0) return -1
      value = value * 256 + octet
      octet = -1
      dots++
    }
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : -1
}

/** The dotted form of `value`, 0 to 2^32 - 1. */
export function formatIPv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}

/** A clause that says why `text`, of digits and dots, is no IPv4 address. */
export function whyNoIPv4(text: string): string {
  const octets = text.split('.')
  if (octets.includes('')) return 'has an empty octet'
  if (octets.length !== 4) {
    const count = octets.length === 1 ? '1 octet' : `${octets.length} octets`
    return `has ${count}, an IPv4 address has 4`
  }
  if (octets.some((octet) => octet.length > 1 && octet.startsWith('0'))) {
    return 'has an octet with a leading zero'
  }
  const high = octets.find((octet) => Number(octet) > 255)
  return high === undefined ? 'is an IPv4 address' : `octet ${high} is above 255`
}

/** The octet with one more digit, -1 being the octet without any; above 255 where it is none. */
function withDigit(octet: number, digit: number): number {
  if (octet < 0) return digit
  // A zero with digits after it is octal to some readers and decimal to others.
  return octet === 0 ? 256 : octet * 10 + digit
}
