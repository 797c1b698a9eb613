import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generated, markdownTable, page, plainText } from './markdown.ts'

const sources = [
  'lib/domain/rules/environment-limits.ts',
  'lib/pipeline/read/limits.ts',
  'lib/pipeline/yaml/limits.ts',
  'lib/pipeline/import/limits.ts',
  'lib/pipeline/policies/limits.ts',
  'lib/domain/tree-limits.ts',
  'lib/adapters/git/limits.ts',
  'lib/adapters/github/limits.ts',
  'lib/adapters/gitea/limits.ts',
  'functions/app/limits.ts',
  'functions/check/limits.ts',
  'functions/report/limits.ts',
]

/** The limits of what is read, with the sentence that stands beside each in the code. */
export function limitsPage(root: string): string {
  const rows = sources.flatMap((source) => limitsIn(readFileSync(join(root, source), 'utf8')))
  return page(
    generated('Limits'),
    'What is read comes from strangers, so that everything has a limit. Beyond one there is a finding, never a crash; numbers are far above what people write.',
    markdownTable(['limit', 'of what'], rows),
  )
}

function limitsIn(source: string): readonly (readonly string[])[] {
  return [...source.matchAll(/^\/\*\* (.*) \*\/\nexport const [A-Z_]+ = ([\d_]+)$/gm)].map(
    ([, about = '', number = '']) => [number.replaceAll('_', ','), plainText(about)],
  )
}
