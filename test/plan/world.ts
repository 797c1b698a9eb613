import type { Tree } from '../../lib/domain/document.ts'
import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { check } from '../../lib/pipeline/check.ts'
import type { CheckResult } from '../../lib/pipeline/check-request.ts'
import { type CommitPlan, type CommitRequest, planCommit } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { treeOf } from '../read/tree-of.ts'
import { claims, type Files, platformFile } from './files.ts'
import { expectSamePlan, expectUnedited, expectUnmoved, expectWhole } from './invariants.ts'
import { rendered } from './rendered.ts'

/** Files of main to write, or with undefined to remove. */
export type Changes = Readonly<Record<string, string | undefined>>

/** What a plan is told beside the files, the state and the facts. */
type PlanOptions = Pick<CommitRequest, 'neverApplied' | 'lived'>

/** The version that plans in tests. */
export const engine = '0.1.0'

/**
 * A repository, its state branch and what its cluster said last. Each commit and each report is
 * planned as `allocate` would, and what comes out is held to all invariants.
 */
export class World {
  /** The files of main by path. */
  readonly files: Map<string, string>
  /** The state branch. */
  tree: StateTree = new Map()
  facts: Facts = noFacts
  /** When the next commit of main is, in seconds since 1970. */
  seconds = 0
  /** Whether each commit is planned by what it changes, too. */
  byPart = true
  /** What the last plan said. */
  findings: readonly Finding[] = []
  #commits = 0
  /** The tree of main that the state branch was planned for. */
  #previous: Tree | undefined

  /** An empty state branch, and those files on main; nothing is planned yet. */
  constructor(files: Files = {}) {
    this.files = new Map(Object.entries({ 'platform/kmetal.yaml': platformFile(), ...files }))
  }

  /** A world whose files are planned already. */
  static of(files: Files = {}): World {
    const world = new World(files)
    world.commit()
    return world
  }

  /** Another one that is where this one is, and goes its own way from there. */
  copy(): World {
    const world = new World(Object.fromEntries(this.files))
    world.tree = this.tree
    world.facts = this.facts
    world.byPart = this.byPart
    world.findings = this.findings
    world.#commits = this.#commits
    world.#previous = this.#previous
    return world
  }

  /** Plans one first-parent commit of main, whoever merged it. */
  commit(changes: Changes = {}, options: PlanOptions = {}): CommitPlan {
    for (const [path, text] of Object.entries(changes)) {
      if (text === undefined) this.files.delete(path)
      else this.files.set(path, text)
    }
    this.#commits += 1
    return this.plan(options)
  }

  /** Plans new facts. */
  report(facts: Facts): CommitPlan {
    this.facts = facts
    return this.plan()
  }

  /** Plans the present commit with the present facts once more. */
  plan(options: PlanOptions = {}): CommitPlan {
    const { tree: state, facts } = this
    const head = this.#sharing(this.main)
    const previous = options.neverApplied || !this.byPart ? undefined : this.#previous
    const { source, seconds: time } = this
    const request = { head, state, facts, source, engine, time, ...options }
    const result = planCommit(previous === undefined ? request : { ...request, previous })
    if (previous !== undefined) this.#expectWholeIsNoOther(request, result)
    if (result.commit) this.#previous = head
    if (result.commit) expectUnmoved(this.tree, result.tree)
    if (result.commit && !options.neverApplied) expectUnedited(this.tree, result.tree)
    if (result.commit) this.tree = result.tree
    this.findings = result.findings
    if (result.commit) expectWhole(this.tree)
    return result
  }

  /**
   * A commit is planned by what it changes. To plan all of it gives the same bytes, unless somebody waits elsewhere
   * whose turn would come.
   */
  #expectWholeIsNoOther(request: CommitRequest, part: CommitPlan): void {
    const waits = [...request.state.values()].some((text) =>
      /^ +phase: (?:rejected|waiting)$/m.test(text),
    )
    if (!waits && !this.#stepWaits) expectSamePlan(part, planCommit(request))
  }

  /** Whether a step of a migration was merged before it was due: only a plan of everything sees that it is now. */
  get #stepWaits(): boolean {
    const written = this.files.values().find((text) => text.includes('kind: VipPoolMigration'))
    const taken = / step: "?(\w+)/.exec(this.tree.get('platform.yaml') ?? '')?.[1]
    return written !== undefined && !written.includes(`step: ${taken}\n`)
  }

  /** What did not change since the last commit is the same object, as it is in a repository's blobs. */
  #sharing(tree: Tree): Tree {
    const entries = [...tree].map(([path, entry]) => {
      const before = this.#previous?.get(path)
      const isSame = before?.kind === 'text' && entry.kind === 'text' && before.text === entry.text
      return [path, isSame ? before : entry] as const
    })
    return new Map(entries)
  }

  /** What a pull request with those changes would be told; nothing changes. */
  check(changes: Changes = {}, time?: number): CheckResult {
    const head = new Map(this.files)
    for (const [path, text] of Object.entries(changes)) {
      if (text === undefined) head.delete(path)
      else head.set(path, text)
    }
    const { tree: state, facts, main: base } = this
    const given = { base, state, facts, engine, ...(time === undefined ? {} : { time }) }
    return check({ head: treeOf(Object.fromEntries(head)), ...given })
  }

  get main(): Tree {
    return treeOf(Object.fromEntries(this.files))
  }

  /** Id of the last commit of main. */
  get source(): string {
    return this.#commits.toString(16).padStart(40, '0')
  }

  get state(): State {
    return readState(this.tree).value
  }

  /** What the ledger says of `EipClaim photon-prod/web`. */
  entry(name: string): Entry | undefined {
    const [kind = '', path = ''] = name.split(' ')
    const [namespace = '', claim = ''] = path.split('/')
    return this.state.books.get(namespace)?.get(`${kind} ${claim}`)
  }

  /** Ids of all rendered objects of claims, `OvnEip photon-prod-web`, sorted. */
  get objects(): readonly string[] {
    return [...rendered(this.tree).keys()].toSorted()
  }

  /** The rendered files. */
  get manifests(): StateTree {
    return new Map([...this.tree].filter(([path]) => path.startsWith('rendered/')))
  }

  /** Rules of the last findings, with their severity: `error pool/full`. */
  get said(): readonly string[] {
    return this.findings.map(({ severity, rule }) => `${severity} ${rule}`)
  }

  /** The one finding of a rule; throws where there is none or more. */
  finding(rule: string): Finding {
    const found = this.findings.filter((one) => one.rule === rule)
    const [first] = found
    if (first === undefined || found.length > 1)
      throw new Error(`${found.length} findings of ${rule} in ${JSON.stringify(this.said)}`)
    return first
  }
}

/** A world with one environment `photon-prod`: a VPC that leads out, a subnet with SNAT, its egress address and one more. */
export function photon(more: Files = {}): World {
  return World.of({ 'environments/photon-prod/claims.yaml': claims(), ...more })
}
