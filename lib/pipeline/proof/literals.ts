import { parseAddress } from '../../domain/net/address.ts'
import { maskCidr } from '../../domain/net/cidr.ts'
import { type Range, rangeOf } from '../../domain/net/range.ts'

/**
 * The addresses and blocks that stand in a text, whatever stands around them: `203.0.113.24:443`, `[fd00::1]:80`,
 * `port:10.0.0.254`, `ip4.dst == {10.0.0.1, 10.1.0.0/16}`, `0a:00:00:00:00:01 10.0.0.5`.
 */
export function literalsIn(text: string): readonly Range[] {
  return text.split(/[^0-9a-fA-F:./]+/).flatMap(literal)
}

/** The same, but of `203.0.113.22/24` the address alone: that of a port in its network. */
export function hostsIn(text: string): readonly Range[] {
  return literalsIn(text.replaceAll(/\/\d+/g, ' '))
}

function literal(token: string): readonly Range[] {
  const whole = rangeIn(token) ?? rangeIn(token.replace(/^:(?!:)/, ''))
  if (whole !== undefined) return [whole]
  if (!token.includes('.')) return []
  return token.split(':').flatMap((part) => rangeIn(part) ?? [])
}

function rangeIn(token: string): Range | undefined {
  const slash = token.indexOf('/')
  if (slash < 0) return single(token)
  // A mask in another form: what it stands for is at least its address.
  return maskCidr(token) ?? single(token.slice(0, slash))
}

function single(text: string): Range | undefined {
  const address = parseAddress(text)
  return address && rangeOf(address)
}
