import type { Tree } from '../domain/document.ts'
import type { Facts } from '../domain/facts.ts'
import type { CelEngine } from './policies/cel/cel-engine.ts'
import type { Report, StateTree } from './report.ts'

/** What a check looks at. All of it is values; nothing is read from anywhere. */
export interface CheckRequest {
  /** What `main` would be after the merge. */
  readonly head: Tree
  /** What `main` is; absent: nothing, every claim is new. */
  readonly base?: Tree
  /** What the state branch holds; absent: what one plan of the base from nothing gives. */
  readonly state?: StateTree
  readonly facts?: Facts
  /** When it would be, in seconds since 1970; absent: when the state was planned. */
  readonly time?: number
  /** Version of this program. */
  readonly engine: string
  /** What evaluates policies; needed where `platform/policies/` holds any. */
  readonly cel?: CelEngine
  /** The environments that the trees hold, when these are only what the change can touch (`scopeOf`). */
  readonly planned?: ReadonlySet<string>
}

/** The report, and the state trees before and after, for diffs and for `render`. */
export interface CheckResult {
  readonly report: Report
  /** Capacity before the change, for the same pools as the report's. */
  readonly capacityBefore: Report['capacity']
  readonly before: StateTree
  /** Writes out the tree after, which costs more than the rest of the check. */
  readonly after: () => StateTree
}
