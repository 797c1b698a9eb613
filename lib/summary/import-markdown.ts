import type { Finding } from '../domain/finding.ts'
import type { Compared } from '../pipeline/import/compare.ts'
import type { Imported } from '../pipeline/import/import-objects.ts'
import { codeSpan, escapeMarkdown } from './markdown-escape.ts'
import { plural } from './summary.ts'

/** `IMPORT.md`: what was imported, what taking it over would change field by field, and what is left, with the reasons. */
export function importMarkdown(imported: Imported): string {
  const { claims, comparison, findings } = imported
  const parts = [...comparison].filter(([of]) => !of.includes(' '))
  const all: readonly (readonly [string, readonly Compared[]])[] = [
    ...parts,
    ...claims.map(({ name }) => [name, comparison.get(name) ?? []] as const),
  ]
  return [
    HEAD,
    '## What was imported\n',
    '| claim or part of the platform | address | file | taken over, it |',
    '| --- | --- | --- | --- |',
    ...parts.map(([part, objects]) => row([part, '', 'platform/kmetal.yaml', said(objects)])),
    ...claims.map(({ name, address = '', file }) =>
      row([name, address, file, said(comparison.get(name) ?? [])]),
    ),
    '',
    ...changes(all),
    ...leftovers(findings),
  ].join('\n')
}

const HEAD = `# What the import found

Nothing of this was changed in the cluster, and nothing will be by the first sync: whatever is listed here as imported is
in the ledger and marked as such, so that nobody else gets its address, its name or its block, and nothing of it is
rendered. It keeps its form until it is taken over: move its file from \`.take-over/\` to \`acknowledgements/\` in a pull
request, whose check then shows the manifests. An object that differs from what would be rendered is not overwritten even
then: the sync names the fields, and a person brings the object into that form first.
`

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell, n) => (n === cells.length - 1 ? cell : codeSpan(cell))).join(' | ')} |`
}

function said(objects: readonly Compared[]): string {
  const changed = objects.filter(({ live }) => live === 'differs').length
  const made = objects.filter(({ live }) => live === 'absent').length
  const words = [
    ...(changed === 0 ? [] : [`differs in ${plural(changed, 'object')}`]),
    ...(made === 0 ? [] : [`makes ${plural(made, 'object')}`]),
  ]
  return words.length === 0 ? 'stays as it is' : words.join(', ')
}

/** Object by object, field by field. */
function changes(all: readonly (readonly [string, readonly Compared[]])[]): readonly string[] {
  const objects = all.flatMap(([, some]) => some.filter(({ live }) => live === 'differs'))
  if (objects.length === 0) return []
  return [
    '## What would be rendered otherwise\n',
    ...objects.flatMap(({ id, fields }) => [
      `- ${codeSpan(id)}`,
      ...fields.map(
        ({ field, live, rendered }) =>
          `  - ${codeSpan(field)}: ${live === undefined ? 'absent' : codeSpan(live)} → ${codeSpan(rendered)}`,
      ),
    ]),
    '',
  ]
}

function leftovers(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return []
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  const rules = [...byRule].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    '## What is left as it is\n',
    'Addresses and blocks of it count as taken. `netclaim explain RULE` says what stands behind a rule.\n',
    ...rules.flatMap(([rule, some]) => [
      `### ${codeSpan(rule)}\n`,
      ...some.map(({ message }) => `- ${escapeMarkdown(message)}`),
      '',
    ]),
  ]
}
