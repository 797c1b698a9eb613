import type { Finding } from '../../lib/domain/finding.ts'
import { type Entry, type HeldBack, holderName, isHeld } from '../../lib/domain/ledger/entry.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { supplyRules } from '../../lib/domain/rules/supply-rules.ts'
import { sortFindings } from '../../lib/domain/sort-findings.ts'
import { findingsMarkdown } from '../../lib/summary/findings-markdown.ts'
import { plural } from '../../lib/summary/summary.ts'
import type { Planned } from '../allocate/build.ts'
import { booksIn } from '../allocate/ledger-changes.ts'

/** Bytes of the findings in a comment; GitHub takes 65,536 characters. */
const ROOM = 40_000

/** What the ledger and main say now about what was refused then. */
export interface Present {
  readonly books: State['books']
  /** Whether a file of main was changed since. */
  readonly isChanged: (path: string) => boolean
  /** State commit of a later commit of main, where this one could not be planned by itself. */
  readonly overtaken?: string
}

/** What a commit brought that is refused, in the order of the files. */
export function errorsOf({ findings }: Planned): readonly Finding[] {
  return sortFindings(findings).filter(({ severity }) => severity === 'error')
}

/** What of it is so still, and how much is no more. */
export function refusalsOf(
  planned: Planned,
  present: Present,
): { readonly open: readonly Finding[]; readonly resolved: number } {
  const errors = errorsOf(planned)
  const open = errors.filter((finding) => !isResolved(planned, finding, present))
  return { open, resolved: errors.length - open.length }
}

/** What a comment says about one commit; undefined: nothing was refused. */
export function refusalsComment(planned: Planned, present: Present): string | undefined {
  const { open, resolved } = refusalsOf(planned, present)
  if (open.length + resolved === 0) return undefined
  const id = planned.source.id.slice(0, 12)
  const foot = `<sub>main ${id}${planned.commit === undefined ? '' : ` · state ${planned.commit.slice(0, 12)}`}</sub>`
  if (open.length === 0) {
    const what = plural(resolved, 'error')
    return `### ✅ Resolved\n\nWhat Netclaim refused of ${id} (${what}) has been repaired since, or is gone.\n\n${foot}\n`
  }
  const rest =
    resolved === 0 ? '' : `\n\n${plural(resolved, 'more error')} of this commit resolved since.`
  const heading =
    planned.commit === undefined
      ? `### ❌ Netclaim allocated nothing for ${id}`
      : `### ❌ Netclaim did not accept all of ${id}`
  const lead =
    planned.commit === undefined
      ? 'This has to be repaired first.'
      : 'What is refused below holds nothing and harms nobody; everything else of the commit was allocated.'
  return `${heading}\n\n${lead}\n\n${findingsMarkdown(open, ROOM)}${rest}\n\n${foot}\n`
}

/** What the ledger shows refused or held back is so until it no longer shows it; anything else ends with its file. */
function isResolved(planned: Planned, finding: Finding, present: Present): boolean {
  if (planned.commit === undefined) return present.overtaken !== undefined
  const claims = claimsOf(finding, booksIn(planned.changes, 'after'))
  if (claims.length > 0) return claims.every((claim) => !isOpen(entryOf(present.books, claim)))
  return finding.at !== undefined && present.isChanged(finding.at.file)
}

/** The claims that the finding is the reason of: one that is rejected, or all that a brake keeps. */
function claimsOf({ rule, object, value }: Finding, books: State['books']): readonly string[] {
  const refused = refusedIn(books)
  if (rule !== supplyRules.brake.id)
    return object !== undefined && refused.has(object) ? [object] : []
  return [...refused].filter((claim) =>
    heldBackOf(entryOf(books, claim)).some(({ brake, subject }) => `${brake} ${subject}` === value),
  )
}

/** Claims that a ledger shows rejected or held back, `EipClaim photon-prod/web`. */
export function refusedIn(books: State['books']): ReadonlySet<string> {
  const refused = new Set<string>()
  for (const [namespace, book] of books)
    for (const entry of book.values()) if (isOpen(entry)) refused.add(holderName(namespace, entry))
  return refused
}

function entryOf(books: State['books'], claim: string): Entry | undefined {
  const [kind = '', path = ''] = claim.split(' ')
  const [namespace = '', name = ''] = path.split('/')
  return books.get(namespace)?.get(`${kind} ${name}`)
}

function isOpen(entry: Entry | undefined): boolean {
  return entry?.phase === 'rejected' || heldBackOf(entry).length > 0
}

function heldBackOf(entry: Entry | undefined): readonly HeldBack[] {
  return isHeld(entry) ? (entry.heldBack ?? []) : []
}
