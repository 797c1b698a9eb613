/**
 * The value of the IPv6 address `text`, or `undefined` where it is none. Groups of one to four
 * hexadecimal digits of any case, at most one `::`; no zone and no dotted part.
 */
export function parseIPv6(text: string): bigint | undefined {
  if (text.length < 2 || text.length > 39) return undefined
  const gap = text.indexOf('::')
  if (gap < 0) {
    const groups = groupsOf(text)
    return groups?.length === 8 ? valueOf(groups, []) : undefined
  }
  const head = groupsOf(text.slice(0, gap))
  const tail = groupsOf(text.slice(gap + 2))
  // `::` stands for at least one group, as in Go's net/netip.
  if (head === undefined || tail === undefined || head.length + tail.length > 7) return undefined
  return valueOf(head, tail)
}

/** The form of RFC 5952: lower case, the first longest run of two or more zero groups as `::`. */
export function formatIPv6(value: bigint): string {
  const digits = value.toString(16).padStart(32, '0')
  const groups = Array.from({ length: 8 }, (_, group) =>
    Number.parseInt(digits.slice(group * 4, group * 4 + 4), 16).toString(16),
  )
  const { start, length } = longestZeros(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}

/** Whether `value` is in `::ffff:0:0/96`, which Go and Kubernetes take for IPv4. */
export function isMapped(value: bigint): boolean {
  return value >> 32n === 0xffffn
}

/** A clause that says why `text`, which has a colon, is no IPv6 address of ours. */
export function whyNoIPv6(text: string): string {
  if (text.includes('.')) {
    return /^::ffff:/i.test(text)
      ? 'is an IPv4-mapped address'
      : 'has an IPv4 address embedded in it'
  }
  if (/[^0-9a-f:]/i.test(text)) return 'has a character that no IPv6 address has'
  if (text.indexOf('::') !== text.lastIndexOf('::')) return 'has more than one "::"'
  if (/^:(?!:)|(?<!:):$/.test(text)) return 'has a single ":" at its start or end'
  const groups = text.split(':').filter((group) => group !== '')
  if (groups.some((group) => group.length > 4)) return 'has a group of more than 4 digits'
  const value = parseIPv6(text)
  if (value !== undefined) return isMapped(value) ? 'is an IPv4-mapped address' : 'is an address'
  if (text.includes('::')) return `has ${groups.length} groups beside its "::", 7 are the most`
  return `has ${groups.length} groups, an IPv6 address has 8`
}

function groupsOf(text: string): readonly number[] | undefined {
  if (text === '') return []
  const groups: number[] = []
  let group = 0
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === colon) {
      if (digits === 0) return undefined
      groups.push(group)
      group = 0
      digits = 0
    } else {
      const digit = hexDigit(code)
      digits++
      if (digit < 0 || digits > 4) return undefined
      group = group * 16 + digit
    }
  }
  if (digits === 0) return undefined
  groups.push(group)
  return groups
}

const colon = 0x3a

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

const bytes = new DataView(new ArrayBuffer(16))

/** The first groups and the last ones, zeros between them. */
function valueOf(head: readonly number[], tail: readonly number[]): bigint {
  bytes.setBigUint64(0, 0n)
  bytes.setBigUint64(8, 0n)
  for (const [at, group] of head.entries()) bytes.setUint16(at * 2, group)
  for (const [at, group] of tail.entries()) bytes.setUint16((8 - tail.length + at) * 2, group)
  return (bytes.getBigUint64(0) << 64n) | bytes.getBigUint64(8)
}

function longestZeros(groups: readonly string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let start = 0
  for (const [index, group] of groups.entries()) {
    if (group !== '0') start = index + 1
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start }
  }
  return best
}
