import { readState } from '../../lib/pipeline/state/read-state.ts'
import { bookPath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Planned } from '../allocate/build.ts'
import { booksIn } from '../allocate/ledger-changes.ts'
import { stateSnapshot } from '../check/state-snapshot.ts'
import { errorsOf, type Present } from './refusals.ts'
import { headerOf } from './state-step.ts'

/** What became of the refusals of a commit by the state commit `tip`. Nothing is read where nothing was refused. */
export async function presentOf(
  repository: Repository,
  tip: string,
  planned: Planned,
): Promise<Present> {
  if (errorsOf(planned).length === 0) return { books: new Map(), isChanged: () => false }
  const paths = [...booksIn(planned.changes, 'after').keys()].map(bookPath)
  const texts = new Map<string, string>()
  for (const [path, entry] of await (await stateSnapshot(repository, tip)).read(paths))
    if (entry.kind === 'text') texts.set(path, entry.text)
  const source = (await headerOf(repository, tip))?.source
  const isSame = source === undefined || source === planned.source.id
  const since = isSame ? new Map() : await repository.differences(planned.source.id, source)
  return { books: readState(texts).value.books, isChanged: (path) => since.has(path) }
}
