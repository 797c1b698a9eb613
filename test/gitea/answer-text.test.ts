import { expect, test } from 'vitest'
import { forgeDifferences } from '../../lib/adapters/forge-differences.ts'
import { answerText } from '../../lib/adapters/gitea/answer-text.ts'
import { checkLink, readCheckLink } from '../../lib/adapters/gitea/check-link.ts'
import type { Annotation, Answer } from '../../lib/ports/forge.ts'

const PAGE = 'https://git.example.org/network/claims'
const annotation: Annotation = {
  path: 'environments/a/b.yaml',
  line: 7,
  level: 'warning',
  title: 'pool/full',
  message: 'one\ntwo',
}
const answer: Answer = {
  sha: 'c'.repeat(40),
  key: 'k',
  conclusion: 'success',
  title: 'all <well>',
  summary: 'Summary',
  annotations: [annotation],
}

test('a title, the summary, and a line for each annotation', () => {
  expect(answerText(answer, PAGE)).toBe(
    `### all &lt;well&gt;\n\nSummary\n\n- ⚠️ [\`environments/a/b.yaml:7\`](${PAGE}/src/commit/${'c'.repeat(40)}/environments/a/b.yaml#L7) **pool/full**<br>one<br>two\n`,
  )
  const own = answerText({ ...answer, summary: '### its own title\n', annotations: [] }, PAGE)
  expect(own).toBe('### its own title\n')
})

test('a path cannot leave its link', () => {
  const path = 'a>)](javascript:x)`/<b>|\n%.yaml'
  const text = answerText({ ...answer, annotations: [{ ...annotation, path }] }, PAGE)
  const [, line = ''] = text.split('\n\nSummary\n\n')
  expect(line.split('\n')).toHaveLength(2)
  const address = /\]\((?<address>[^)]*)\) \*\*/.exec(line)?.groups?.['address'] ?? ''
  expect(decodeURIComponent(address)).toBe(`${PAGE}/src/commit/${'c'.repeat(40)}/${path}#L7`)
  expect(address).not.toMatch(/[<>()\\\s]/)
})

test('what is left out is counted, and the limit of bytes is kept', () => {
  const many = Array.from({ length: 250 }, () => annotation)
  const listed = answerText({ ...answer, annotations: many }, PAGE)
  expect(listed.match(/pool\/full/g)).toHaveLength(200)
  expect(listed).toContain('\n- … and 50 more\n')

  const long = many.map((one) => ({ ...one, message: 'é'.repeat(900) }))
  const cut = answerText({ ...answer, summary: 's'.repeat(60_000), annotations: long }, PAGE)
  expect(Buffer.byteLength(cut)).toBeLessThan(forgeDifferences.gitea.commentBytes)
  const shown = cut.match(/pool\/full/g)?.length ?? 0
  expect(cut).toContain(`\n- … and ${250 - shown} more\n`)
})

test('a note in the address of a status comes back, and nothing else does', () => {
  const page = `${PAGE}/pulls/1#issuecomment-3`
  for (const note of [{ key: 'v1:a b&c=%#' }, { key: 'é', conclusion: 'cancelled' } as const])
    expect(readCheckLink(checkLink(page, note))).toEqual(note)
  expect(checkLink(page, { key: 'k' })).toMatch(/#issuecomment-3$/)
  for (const other of ['', 'no address', PAGE, `${PAGE}?netclaim=x`, `${PAGE}?netclaim=won:k`])
    expect(readCheckLink(other)).toBeUndefined()
})
