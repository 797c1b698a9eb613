import { compareText } from '../../domain/compare-text.ts'
import { holdingsIn } from './holdings.ts'
import type { NamedClaim } from './question.ts'

/** The claims that are called so in some ledgers, `KdcCluster example/solar`, sorted. */
export function claimsNamed(
  { kind, name }: Omit<NamedClaim, 'about'>,
  ledgers: ReadonlyMap<string, string>,
): readonly string[] {
  const end = `/${name}`
  const holders = [...ledgers]
    // Thousands may be looked through.
    .filter(([, text]) => text.includes(name))
    .flatMap(([path, text]) => holdingsIn(path, text) ?? [])
    .map(({ holder }) => holder)
    .filter((one) => one.endsWith(end) && (kind === undefined || one.startsWith(`${kind} `)))
  return [...new Set(holders)].toSorted(compareText)
}
