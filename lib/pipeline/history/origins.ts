import { bookPath } from '../state/state-paths.ts'
import { holdingsIn } from './holdings.ts'
import type { Tenure } from './tenures.ts'

/** A file of one state commit. */
export interface FileAt {
  readonly commit: string
  readonly path: string
}

/** The ledger that tells how a tenure began, where the pool's index does not. */
export function ledgerOf({ holder, origin, pool, spans }: Tenure): FileAt | undefined {
  const namespace = /^[A-Za-z]+ ([-a-z0-9]+)\//.exec(holder)?.[1]
  if (origin !== undefined || pool === undefined || namespace === undefined) return undefined
  return { commit: spans[0]?.from.commit ?? '', path: bookPath(namespace) }
}

/** The tenures with their origins; `textOf` gives what stands in a file. */
export function withOrigins(
  tenures: readonly Tenure[],
  textOf: (file: FileAt) => string | undefined,
): readonly Tenure[] {
  const origins = new Map<string, ReadonlyMap<string, string>>()
  const originsIn = (file: FileAt): ReadonlyMap<string, string> => {
    const key = `${file.commit} ${file.path}`
    const known = origins.get(key) ?? originsOf(file.path, textOf(file) ?? '')
    origins.set(key, known)
    return known
  }
  return tenures.map((tenure) => {
    const file = ledgerOf(tenure)
    const origin = file && originsIn(file).get(tenure.holder)
    return origin === undefined ? tenure : { ...tenure, origin }
  })
}

function originsOf(path: string, text: string): ReadonlyMap<string, string> {
  const holdings = holdingsIn(path, text) ?? []
  return new Map(
    holdings.flatMap(({ holder, origin }) => (origin === undefined ? [] : [[holder, origin]])),
  )
}
