import type { Rule } from '../../lib/domain/rules/rule.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'
import { code, fence, generated, markdownTable, page, plainText } from './markdown.ts'

/** Every rule: a table, and each one whole. */
export function rulesPage(): string {
  const rules = allRules.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = rules.map(({ id, severity, wants }) => [
    `[${code(id)}](#${anchor(id)})`,
    severity,
    plainText(wants),
  ])
  return page(
    generated('Rules'),
    `There are ${rules.length} rules. An **error** refuses the change, a **warning** is accepted but somebody should act, an
**info** only tells. \`netclaim explain RULE\` prints the same as this page.`,
    'An error that stands on `main` already is an info in the check of a change that does not touch it.',
    markdownTable(['rule', 'severity', 'what it wants'], rows),
    ...rules.map(section),
  )
}

function section({ id, severity, wants, why, example, source }: Rule): string {
  return [
    `## ${id}`,
    `**${severity}.** ${plainText(wants)} ${plainText(why)}`,
    'What breaks it:',
    fence('yaml', shown(example)),
    `Source: ${plainText(source)}`,
  ].join('\n\n')
}

/** Examples hold characters that nobody sees; here they are written out. */
function shown(example: string): string {
  return example.replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** The anchor that GitHub gives a heading. */
function anchor(id: string): string {
  return id.replaceAll('/', '')
}
