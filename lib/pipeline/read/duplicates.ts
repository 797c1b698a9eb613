import type { Document } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'

/** What stands once; of what stands twice nothing is left, and each further one is a finding. */
export function withoutDuplicates<Item extends { readonly document: Document }>(
  items: readonly Item[],
  objectOf: (item: Item) => string,
): { readonly unique: readonly Item[]; readonly findings: readonly Finding[] } {
  const firsts = new Map<string, Item>()
  const twice = new Set<string>()
  const findings: Finding[] = []
  for (const item of items) {
    const object = objectOf(item)
    const first = firsts.get(object)
    if (first === undefined) {
      firsts.set(object, item)
      continue
    }
    twice.add(object)
    const { document } = item
    findings.push(
      breach(
        placementRules.duplicate,
        `${object} stands in ${printable(first.document.file)} already, neither is used`,
        {
          at: document.place(['metadata', 'name']),
          object,
          field: 'metadata.name',
          value: printable(String(valueAt(document.value, ['metadata', 'name']))),
          hint: 'keep one of them',
          related: [
            { at: first.document.place(['metadata', 'name']), message: 'the first one', object },
          ],
        },
      ),
    )
  }
  if (twice.size === 0) return { unique: items, findings }
  const unique = [...firsts].filter(([object]) => !twice.has(object)).map(([, item]) => item)
  return { unique, findings }
}
