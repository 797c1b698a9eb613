import { partOf, partRange } from '../../domain/ledger/part.ts'
import { maskCidr } from '../../domain/net/cidr.ts'
import { type Range, rangesOverlap } from '../../domain/net/range.ts'
import { bookPath, partPath, poolOfPath } from '../state/state-paths.ts'
import type { Question } from './question.ts'

/** Files whose history answers the question, as patterns in which `*` stands for any name; books that hold blocks come on top. */
export function patternsFor(question: Question): readonly string[] {
  if (question.about === 'claim') return [bookPath(question.namespace)]
  const [first, last] = [question.range.first, question.range.last].map((value) =>
    partOf({ family: question.range.family, value }),
  )
  // Of more than one part no path is made: the folders are looked through for those that are there.
  return first === last ? [partPath('*', first ?? '')] : [partPath('*', '*')]
}

/** Whether a file that a pattern named can answer the question. */
export function isConcerned(question: Question, path: string): boolean {
  if (question.about === 'claim') return true
  const { part } = poolOfPath(path) ?? { part: undefined }
  if (part === undefined) return true
  const range = partRange(part)
  return range !== undefined && rangesOverlap(range, question.range)
}

/** Whether a ledger names a block that overlaps the range; seen by its text, since thousands may be looked through. */
export function namesBlock(text: string, range: Range): boolean {
  return text.matchAll(/[\da-f.:]{2,39}\/\d{1,3}/g).some(([block]) => {
    const cidr = maskCidr(block)
    return cidr !== undefined && rangesOverlap(cidr, range)
  })
}
