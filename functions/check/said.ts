import { printable } from '../../lib/domain/printable.ts'
import type { Answer, Conclusion } from '../../lib/ports/forge.ts'
import { escapeMarkdown } from '../../lib/summary/markdown-escape.ts'

/** What is answered, without where. */
export type Said = Omit<Answer, 'sha' | 'key' | 'pullRequest'>

/** An answer of one sentence and what to do. */
export function plainly(conclusion: Conclusion, title: string, more: string): Said {
  return {
    conclusion,
    title: printable(title, 120),
    summary: `### ${escapeMarkdown(title, 120)}\n\n${escapeMarkdown(more)}\n`,
    annotations: [],
  }
}
