import type { Conclusion } from '../../ports/forge.ts'

const CONCLUSIONS: ReadonlySet<string> = new Set<Conclusion>([
  'success',
  'failure',
  'neutral',
  'cancelled',
  'action_required',
])

/** What the check remembers beside the few states that a status has. */
export interface CheckNote {
  /** Absent while the check is at work. */
  readonly conclusion?: Conclusion
  readonly key: string
}

/**
 * The page that a status leads to, with the note in its query, which the page itself takes no notice of.
 *
 * So the status alone says whether a commit was answered for the same key, also where there is no pull request.
 */
export function checkLink(page: string, { conclusion, key }: CheckNote): string {
  const url = new URL(page)
  url.searchParams.set('netclaim', `${conclusion ?? 'pending'}:${key}`)
  return url.href
}

/** Undefined for a link that `checkLink` did not make. */
export function readCheckLink(link: string): CheckNote | undefined {
  const url = URL.parse(link)
  const [, word = '', key = ''] =
    /^([a-z_]+):(.+)$/s.exec(url?.searchParams.get('netclaim') ?? '') ?? []
  if (isConclusion(word)) return { conclusion: word, key }
  return word === 'pending' ? { key } : undefined
}

function isConclusion(word: string): word is Conclusion {
  return CONCLUSIONS.has(word)
}
