import type { Summary } from './summary.ts'

export function toMarkdown(summary: Summary): string {
  return summary.report.verdict
}
