import type { Finding } from '../../domain/finding.ts'
import { advanceReleases } from '../../domain/ledger/advance-releases.ts'
import { type Entry, holderName, isLeaving } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import type { Draft } from './draft.ts'

/** Takes every release one step on, and forgets what a returning claim waited for once it is gone. */
export function advance(draft: Draft, neverApplied: boolean): void {
  if (neverApplied && draft.reported) draft.findings.push(hasApplied())
  for (const [namespace, book] of draft.books) {
    const step = endsAtOnce(draft, neverApplied)
      ? endReleases(book)
      : advanceReleases(book, {
          namespace,
          view: draft.view,
          generation: draft.generation,
          proof: draft.settings.proof,
          target: draft.settings.target,
        })
    for (const entry of step.freed) free(draft, namespace, entry)
    draft.books.set(namespace, arrived(draft, step.book))
  }
}

/** A person's word counts only where no cluster has spoken. */
export function endsAtOnce(draft: Draft, neverApplied: boolean): boolean {
  return neverApplied && !draft.reported
}

function hasApplied(): Finding {
  const message =
    'a cluster has reported to this repository, so --never-applied frees nothing: what is released is free when it is proven gone'
  return breach(supplyRules.hasApplied, message)
}

/** No cluster has ever applied anything: there is nothing that could still be there, but for what was there before. */
function endReleases(book: ReadonlyMap<string, Entry>) {
  const isOver = (entry: Entry) => isLeaving(entry) && entry.imported !== true
  const freed = [...book.values()].filter(isOver)
  return { book: new Map([...book].filter(([, entry]) => !isOver(entry))), freed }
}

function free(draft: Draft, namespace: string, entry: Entry): void {
  if (entry.pool && entry.address) draft.pools.get(entry.pool)?.free(entry.address)
  const blocks = entry.blocks?.map(({ cidr }) => cidr).join(', ')
  const what = entry.address ?? blocks ?? 'its names'
  const holder = holderName(namespace, entry)
  const message = `${holder} is gone: ${what} can be given again`
  draft.findings.push(breach(supplyRules.freed, message, { object: holder }))
}

function arrived(draft: Draft, book: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const next = new Map(book)
  for (const [key, entry] of book) {
    if (entry.awaits === undefined) continue
    const { awaits, ...rest } = entry
    const left = awaits.filter((one) => !draft.view.isGone(one))
    next.set(key, (left.length === 0 ? rest : { ...rest, awaits: left }) as Entry)
  }
  return next
}
