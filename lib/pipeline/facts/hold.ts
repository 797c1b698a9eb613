import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { printable } from '../../domain/printable.ts'
import { displayName, type Gathered, type Named } from './observed.ts'

/**
 * Makes the object the holder of the addresses in the texts; gives those that are none.
 * Kube-OVN writes two addresses of one object as `v4,v6`.
 */
export function hold(
  named: Named,
  into: Gathered,
  { texts, subnet }: { readonly texts: readonly (string | null | undefined)[]; subnet?: string },
): readonly string[] {
  const problems: string[] = []
  const holder = displayName(named)
  for (const text of new Set(texts.flatMap((one) => (one ? one.split(',') : [])))) {
    const address = parseAddress(text)
    if (address === undefined) problems.push(`address "${printable(text, 80)}" cannot be read`)
    else
      into.holders.push({
        address: formatAddress(address),
        holder,
        ...(subnet === undefined ? {} : { subnet }),
      })
  }
  return problems
}
