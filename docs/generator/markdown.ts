/** A text as Markdown that shows exactly it, also in a table. */
export function plainText(text: string): string {
  return text.replace(/[\\`*_[\]<>|]/g, (character) =>
    character === '<' ? '&lt;' : character === '>' ? '&gt;' : `\\${character}`,
  )
}

/** A text as a code span; a pipe would end the cell of a table. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

/** A table of which the cells are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A block of code as it is. */
export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n*$/, '')}\n\`\`\``
}

/** Where a page comes from, so that nobody edits it by hand. */
export function generated(title: string): string {
  return `# ${title}\n\n<!-- Written by npm run docs. Change the code, not this page. -->`
}

/** Parts with an empty line between them, and one line feed at the end. */
export function page(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
