import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { isOurSubject } from '../history/state-step.ts'
import { syncRules } from './sync-rules.ts'

/** What a cluster was given last, as it remembers it itself. */
export interface AppliedRecord {
  /** Commit of the state branch. */
  readonly commit: string
  readonly generation: number
  /** Of the namespace kube-system. */
  readonly uid: string
  /** Revision of its store when that was written. */
  readonly revision: string
  /** When `netclaim eject` let go of all that was applied; absent: it did not. */
  readonly ejected?: string
}

/** A commit of the state branch that is to be applied, and how it lies to what was applied. */
export interface Candidate {
  readonly commit: string
  readonly generation: number
  /** Commit of main; undefined where its state.yaml names none. */
  readonly source: string | undefined
  /** Commits since the one that was applied, or the commit alone where none was. */
  readonly news: readonly {
    readonly id: string
    readonly subject: string
    readonly author?: string
  }[]
  /** Undefined: nobody can tell, since there is no history (an archive). */
  readonly appliedIsAncestor?: boolean
  readonly sourceIsInMain?: boolean
}

/** Who may commit to the state branch, by their e-mail addresses; none: whoever looks like Netclaim. */
export type Authors = readonly string[]

/** Netclaim's own commits, those of an app, and those of a job. */
const OURS = /^(?:netclaim@localhost|(?:\d+\+)?[\w-]+\[bot\]@users\.noreply\.[\w.-]+)$/

/** Why the commit must not be applied; none: it may. */
export function verifyState(
  candidate: Candidate,
  applied: AppliedRecord | undefined,
  authors: Authors,
): readonly Finding[] {
  const foreign = foreignCommit(candidate, authors)
  if (foreign !== undefined) return [foreign]
  if (applied?.ejected !== undefined) return [gone(applied.ejected)]
  if (applied === undefined || applied.commit === candidate.commit) return []
  if (candidate.generation < applied.generation) {
    const message = `state ${short(candidate.commit)} (generation ${candidate.generation}) is older than ${short(applied.commit)} (generation ${applied.generation}), which was applied`
    return [breach(syncRules.olderState, message, { hint: GO_ON })]
  }
  const isRewritten = candidate.appliedIsAncestor === false
  if (!isRewritten && candidate.generation > applied.generation) return []
  const message = `state ${short(candidate.commit)} does not have ${short(applied.commit)}, which was applied, in its history`
  return [breach(syncRules.rewrittenState, message, { hint: GO_ON })]
}

const GO_ON =
  'bring the later commit back by netclaim recover, or run netclaim sync --accept COMMIT once a person has looked'

function foreignCommit(candidate: Candidate, authors: Authors): Finding | undefined {
  const { commit, source, news, sourceIsInMain } = candidate
  if (source === undefined)
    return foreign(`state ${short(commit)} has no state.yaml that names a commit of main`)
  for (const { id, subject, author } of news) {
    if (!isOurSubject(subject))
      return foreign(
        `commit ${short(id)} of the state branch, "${printable(subject, 72)}", is not one that Netclaim writes`,
      )
    if (author !== undefined && !isOurs(author, authors))
      return foreign(
        `commit ${short(id)} of the state branch is by "${printable(author, 80)}", who is not Netclaim`,
      )
  }
  if (sourceIsInMain !== false) return undefined
  return foreign(
    `state ${short(commit)} was planned for ${short(source)}, which is not in the history of main`,
  )
}

/** Nobody knows of a later state; the one that was applied is held up meanwhile. */
export function forgeAway(commit: string, why: string): Finding {
  const message = `state ${short(commit)}, which was applied last, is held up, for the repository cannot be asked for a later one: ${printable(why, 400)}`
  return breach(syncRules.forgeAway, message)
}

function isOurs(author: string, authors: Authors): boolean {
  return authors.length === 0 ? OURS.test(author) : authors.includes(author)
}

function gone(since: string): Finding {
  const message = `netclaim eject let go of this cluster at ${printable(since, 40)}: what is in it is not Netclaim's any more`
  const hint = 'stop this sync; or run netclaim sync --accept COMMIT to take everything over again'
  return breach(syncRules.ejected, message, { hint })
}

function foreign(message: string): Finding {
  const hint =
    'only Netclaim may push to the state branch: protect it, and restore what it wrote last'
  return breach(syncRules.foreignState, message, { hint })
}

function short(id: string): string {
  return printable(id.slice(0, 12))
}
