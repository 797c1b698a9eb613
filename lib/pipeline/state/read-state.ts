import type * as z from 'zod'
import type { Json } from '../../domain/emit.ts'
import type { Checked, Finding } from '../../domain/finding.ts'
import type { Cooling } from '../../domain/ledger/cooling.ts'
import type { Book } from '../../domain/ledger/entry.ts'
import type { Holder, PartCount, PoolIndex } from '../../domain/ledger/pool-index.ts'
import { emptyState, type State } from '../../domain/ledger/state.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import type { StateTree } from '../report.ts'
import { readWritten } from '../yaml/read-written.ts'
import { bookOf, holdersOf } from './as-ledger.ts'
import { checkArenas } from './check-arenas.ts'
import { checkPools, type Disagreement, type Extent } from './check-pools.ts'
import { checkTarget } from './check-target.ts'
import { bookOfPath, platformPath, poolOfPath, statePath } from './state-paths.ts'
import { BookFile, CoolingFile, CountsFile, Head, PartFile, PlatformFile } from './state-schemas.ts'
import { whyNot } from './why-not.ts'

/** The state branch is written by Netclaim alone. */
export const stateUnreadable: Rule = {
  id: 'state/unreadable',
  severity: 'error',
  wants: 'The state branch is as Netclaim wrote it.',
  why: 'Whoever guesses what an address was given to gives it twice.',
  example: 'allocations/photon-prod.yaml edited by hand',
  source: 'design: the branch is never guessed',
}

/**
 * What the files of a state tree say; files below `rendered/` and `observed/` are not read. Of a whole tree nothing may be
 * missing, and what is rendered is for its target.
 */
export function readState(files: StateTree, extent: Extent = 'part'): Checked<State> {
  const reading: Reading = {
    findings: [],
    head: {},
    platform: {},
    books: new Map(),
    arenas: new Map(),
    counts: new Map(),
    parts: new Map(),
    cooling: new Map(),
  }
  for (const [path, text] of files) readFile(reading, { path, text })
  const { head, platform, books, arenas, findings } = reading
  const pools = poolsOf(reading)
  const state = { ...emptyState, ...head, ...platform, books, arenas, pools } as State
  const disagreements = [
    ...checkPools(state, extent),
    ...checkArenas(state),
    ...(extent === 'whole' ? checkTarget(state, files) : []),
  ]
  return { value: state, findings: [...findings, ...disagreements.map(disagreement)] }
}

/** What was read so far. */
interface Reading {
  readonly findings: Finding[]
  head: object
  platform: Partial<State>
  readonly books: Map<string, Book>
  readonly arenas: Map<string, string>
  readonly counts: Map<string, ReadonlyMap<string, PartCount>>
  readonly parts: Map<string, Map<string, ReadonlyMap<string, Holder>>>
  readonly cooling: Map<string, ReadonlyMap<string, Cooling>>
}

function readFile(reading: Reading, file: Text): void {
  const pool = poolOfPath(file.path)
  const namespace = bookOfPath(file.path)
  if (file.path === statePath) reading.head = read(reading, file, Head) ?? {}
  else if (file.path === platformPath) readPlatform(reading, file)
  else if (pool !== undefined) readPool(reading, pool, file)
  else if (namespace !== undefined) {
    const book = read(reading, file, BookFile)
    if (book) reading.books.set(namespace, bookOf(book))
    if (book?.arena !== undefined) reading.arenas.set(namespace, book.arena)
    if (book && book.environment !== namespace) {
      const why = `it says to be the ledger of "${book.environment}"`
      reading.findings.push(disagreement({ path: file.path, why }))
    }
  }
}

function readPlatform(reading: Reading, file: Text): void {
  const { networking, ...rest } = read(reading, file, PlatformFile) ?? { open: [] }
  reading.platform = networking === undefined ? rest : { ...rest, platform: networking as Json }
}

function readPool(reading: Reading, at: { pool: string; part: string }, file: Text): void {
  if (at.part === 'index') {
    const counts = read(reading, file, CountsFile)
    if (counts) reading.counts.set(at.pool, new Map(Object.entries(counts.parts)))
    return
  }
  if (at.part === 'cooling') {
    const resting = read(reading, file, CoolingFile)
    if (resting) reading.cooling.set(at.pool, new Map(Object.entries(resting.cooling)))
    return
  }
  const part = read(reading, file, PartFile)
  const known = reading.parts.get(at.pool) ?? new Map<string, ReadonlyMap<string, Holder>>()
  reading.parts.set(at.pool, known)
  if (part) known.set(at.part, holdersOf(part))
}

function disagreement({ path, why }: Disagreement): Finding {
  const at = { file: path, line: 1, column: 1 }
  const message = `${path} of the state branch is not as Netclaim writes it: ${why}`
  return breach(stateUnreadable, message, { at, hint: RESTORE })
}

const RESTORE = 'netclaim recover goes on from the last commit that is sound'

interface Text {
  readonly path: string
  readonly text: string
}

function read<T>(reading: Reading, { path, text }: Text, schema: z.ZodType<T>): T | undefined {
  const documents = readWritten(path, text)
  const parsed = schema.safeParse(documents?.[0])
  const isOne = documents?.length === 1
  if (isOne && parsed.success) return parsed.data
  const why = isOne ? whyNot(parsed.error?.issues[0]) : 'it is no YAML of one document'
  reading.findings.push(disagreement({ path, why: text.trim() === '' ? 'it is empty' : why }))
  return undefined
}

/** A pool without counts has parts all the same: then they are counted as nothing, which the check tells. */
function poolsOf({ counts, parts, cooling }: Reading): ReadonlyMap<string, PoolIndex> {
  const pools = new Map<string, PoolIndex>()
  for (const pool of new Set([...counts.keys(), ...parts.keys(), ...cooling.keys()])) {
    pools.set(pool, {
      counts: counts.get(pool) ?? new Map(),
      parts: parts.get(pool) ?? new Map(),
      cooling: cooling.get(pool) ?? new Map(),
    })
  }
  return pools
}
