import type { Document } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'

/** What stands once; of what stands twice nothing is left, and each further one is a finding. */
export function withoutDuplicates<Item extends { readonly document: Document }>(
  items: readonly Item[],
  objectOf: (item: Item) => string,
): { readonly unique: readonly Item[]; readonly findings: readonly Finding[] } {
  const unique: Item[] = []
  const findings: Finding[] = []
  for (const [object, [first, ...more]] of Map.groupBy(items, objectOf)) {
    if (first === undefined) continue
    if (more.length === 0) unique.push(first)
    for (const { document } of more) {
      findings.push(
        breach(
          placementRules.duplicate,
          `${object} stands in ${printable(first.document.file)} already, neither is used`,
          {
            at: document.place(['metadata', 'name']),
            object,
            field: 'metadata.name',
            hint: 'keep one of them',
            related: [
              { at: first.document.place(['metadata', 'name']), message: 'the first one', object },
            ],
          },
        ),
      )
    }
  }
  return { unique, findings }
}
