import { readFilesAt } from '../../lib/adapters/git/read-files.ts'
import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { claimsSnapshot } from '../../lib/adapters/git/snapshot.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import type { Range } from '../../lib/domain/net/range.ts'
import type { Reservation } from '../../lib/domain/reservation.ts'
import { isConcerned, namesBlock, patternsFor } from '../../lib/pipeline/history/files-asked.ts'
import { holdingsIn } from '../../lib/pipeline/history/holdings.ts'
import { ledgerOf, withOrigins } from '../../lib/pipeline/history/origins.ts'
import { isOnSegment, poolNamesAt } from '../../lib/pipeline/history/pool-places.ts'
import type { Question } from '../../lib/pipeline/history/question.ts'
import { causingCommit, type StateStep } from '../../lib/pipeline/history/state-step.ts'
import { type Tenure, Tenures } from '../../lib/pipeline/history/tenures.ts'
import { type Told, whoHas } from '../../lib/pipeline/history/who.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import {
  bookPath,
  coolingPath,
  platformPath,
  statePath,
} from '../../lib/pipeline/state/state-paths.ts'
import { reservationsAt } from '../reservations-at.ts'
import { causesOf } from './causes.ts'
import { factsAt } from './facts-at.ts'
import { follow, formerVersions } from './follow.ts'
import { ledgersAt } from './ledgers-at.ts'
import type { History } from './open-history.ts'

/** Who has what is asked for, and who had it: by the history of those files alone that tell of it. */
export async function who(history: History, question: Question): Promise<Told> {
  const { repo, tip } = history
  const head = readState(await readStateAt(repo, tip, [statePath, platformPath])).value
  const books = await booksToFollow(history, question, head)
  const patterns = [...patternsFor(question), ...books]
  const tenures = new Tenures()
  for await (const { step, path, text } of follow(history, patterns, (one) =>
    isConcerned(question, one),
  ))
    tenures.add({ step, path, holdings: text === undefined ? [] : holdingsIn(path, text) })
  // An arena is told by the ledger of its environment.
  const { arenas } = readState(
    books.length === 0 ? new Map() : await readStateAt(repo, tip, books),
  ).value
  const state = { ...head, arenas, ...(await restingAt(history, question, head)) }
  const known = { state, facts: await factsAt(history), reservations: await setAside(repo, head) }
  const who = whoHas(question, tenures, known)
  const current = await originated(repo, who.current)
  const former = await originated(repo, who.former)
  const steps = [...current, ...former].flatMap(stepsOf)
  return { ...who, current, former, causes: await causesOf(repo, steps.map(causingCommit)) }
}

/** What rests of the pools that are asked about. */
async function restingAt(
  { repo, tip }: History,
  question: Question,
  head: State,
): Promise<Pick<State, 'pools'>> {
  const { pools } = head
  if (question.about === 'claim') return { pools }
  const paths = poolNamesAt(question.range, head).map(coolingPath)
  if (paths.length === 0) return { pools }
  return { pools: readState(await readStateAt(repo, tip, paths)).value.pools }
}

/** By the commit of main that the state was planned for. */
async function setAside(repo: string, { source }: State): Promise<readonly Reservation[]> {
  return source === undefined ? [] : reservationsAt(claimsSnapshot(repo, source))
}

async function originated(repo: string, tenures: readonly Tenure[]): Promise<readonly Tenure[]> {
  const files = new Map(
    tenures.flatMap((tenure) => {
      const file = ledgerOf(tenure)
      return file === undefined ? [] : [[`${file.commit} ${file.path}`, file]]
    }),
  )
  const texts = await readFilesAt(repo, [...files.values()])
  const known = new Map([...files.keys()].map((key, n) => [key, texts[n]]))
  return withOrigins(tenures, ({ commit, path }) => known.get(`${commit} ${path}`))
}

function stepsOf({ spans, until }: Tenure): readonly StateStep[] {
  return [...spans.map(({ from }) => from), ...(until === undefined ? [] : [until])]
}

/** Of what lies on a provider subnet, no tenant has a block. */
async function booksToFollow(
  history: History,
  question: Question,
  state: State,
): Promise<readonly string[]> {
  if (question.about === 'claim' || isOnSegment(question.range, state)) return []
  return booksWith(history, question.range)
}

/** Ledgers with a block that overlaps the range, as they are and as they ever were. */
async function booksWith({ repo, tip }: History, range: Range): Promise<readonly string[]> {
  const books = await ledgersAt(repo, tip)
  const present = books.length === 0 ? new Map() : await readStateAt(repo, tip, books)
  const found = new Set<string>()
  for (const [path, text] of present) if (namesBlock(text, range)) found.add(path)
  for await (const { path, text } of formerVersions({ repo, tip }, [bookPath('*')], found))
    if (namesBlock(text, range)) found.add(path)
  return [...found]
}
