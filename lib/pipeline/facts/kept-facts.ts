import type { Facts } from '../../domain/facts.ts'
import type { StateTree } from '../report.ts'
import { factsPath } from '../state/state-paths.ts'
import { readWritten } from '../yaml/read-written.ts'
import { parseStateFacts } from './own-form.ts'

/** The facts that a state was planned with; undefined where it keeps none, since no cluster is pinned. */
export function keptFacts(texts: StateTree): Facts | undefined {
  const text = texts.get(factsPath)
  const [document] = (text !== undefined && readWritten(factsPath, text)) || []
  return parseStateFacts(document)
}
