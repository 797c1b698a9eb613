import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, fit } from '../../lib/summary/fit.ts'
import { toMarkdown } from '../../lib/summary/markdown.ts'
import { codeSpan, escapeMarkdown, fenced } from '../../lib/summary/markdown-escape.ts'
import { titleOf } from '../../lib/summary/title.ts'
import { accepted, hostile, overlap, refused, summaryOf } from './sample.ts'

test('an accepted change is a title, two tables and the folded diff', () => {
  const text = toMarkdown(summaryOf(accepted))
  expect(text).toBe(`### photon-prod EipClaim web gets 198.51.100.24 · ext-a 61 % full

| environment | claim | gets | from | |
| --- | --- | --- | --- | --- |
| \`photon-prod\` | \`EipClaim external\` | \`198.51.100.22\` | \`ext-a\` | kept |
| \`photon-prod\` | \`EipClaim web\` | \`198.51.100.24\` | \`ext-a\` | new, a preview |

A preview is the lowest address that is free now; who is merged first gets it. An address that is pinned is certain.

| pool | | full | used | free | size | tombstoned | limit |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
| \`ext-a\` | IPv4 | \`██████████▓▓░░░░░░░░\` 61 % | 91 → 110 | 69 | 180 | 1 |  |
| \`photon-prod/v6\` | IPv6 |  | ? | 0 | 18446744073709551613 |  |  |

<details><summary>1 manifest of the state branch</summary>

create \`rendered/environments/photon-prod/eipclaim-web.yaml\`
\`\`\`diff
@@ -0,0 +1,1 @@
+kind: OvnEip
\`\`\`


</details>

<sub>head . · base main</sub>
`)
})

test('the title of a refusal says how many errors there are and the first of them', () => {
  expect(titleOf(summaryOf(refused(overlap, overlap)))).toMatch(/^2 errors: cidrBlock "10\.100/)
  const long = { ...overlap, message: `${'x'.repeat(139 - 9)}😀${'y'.repeat(100)}` }
  const title = titleOf(summaryOf(refused(long)))
  expect(title.length).toBeLessThanOrEqual(140)
  expect(title).not.toMatch(/\p{Cs}/u)
})

test('escaped text holds no markup, HTML, mention, reference, link or line break', () => {
  const text = escapeMarkdown(hostile).replaceAll('&#8203;', '\0')
  // oxlint-disable-next-line no-control-regex -- NUL stands for the entity of no width
  expect(text).not.toMatch(/<|>|[@#](?!\0)|:(?:\/\/|\w+:)|www\.(?!\0)|GH-(?!\0)|\n|\r/)
  expect(text.replaceAll(/\\[^A-Za-z0-9\s]/g, '')).not.toMatch(/[`*_[\]|~!$]/)
})

test.each(['_www.example.com', '*www.example.com', 'a_GH-1'])('"%s" links to nothing', (text) => {
  expect(escapeMarkdown(text)).toMatch(/(?:www\.|GH-)&#8203;/)
})

test('a code span holds its text, whatever backticks are in it', () => {
  expect(codeSpan('a')).toBe('`a`')
  expect(codeSpan('a`b``c')).toBe('``` a`b``c ```')
  expect(codeSpan('`')).toBe('`` ` ``')
  expect(codeSpan('a|b`c')).toBe('a\\|b\\`c')
})

test('no line can end a fenced block', () => {
  const text = fenced(['+```', '+````x'], 'diff')
  expect(text.split('\n')[0]).toBe('`````diff')
  expect(text.endsWith('\n`````')).toBe(true)
})

test('nothing from a file opens a block of its own in the whole summary', () => {
  const finding = { ...overlap, message: hostile, hint: hostile, object: hostile }
  const row = { environment: hostile, claim: hostile, pool: hostile, address: hostile }
  const text = toMarkdown(
    summaryOf(
      {
        ...refused(finding),
        allocations: [{ ...row, origin: 'new' }],
        capacity: [{ pool: hostile, family: 'IPv4', size: '1', used: '1', free: '0' }],
      },
      {
        sources: [hostile],
        diffs: [{ action: 'create', path: hostile, lines: () => [`+${hostile}`] }],
      },
    ),
  )
  expect(text).not.toMatch(/^new line/m)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  const outsideCode = text
    .replaceAll(/^ *(`{3,})\w*\n.*?^ *\1$/gms, '')
    .replaceAll(/(`+).+?\1/g, '')
  expect(outsideCode).not.toMatch(/<(?!\/?(?:details|summary|sub)>)/)
  expect(outsideCode).not.toMatch(/@(?!&#8203;)/)
})

test('the limit of bytes is kept, the first findings are whole and the rest is counted', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({
    ...overlap,
    at: { file: 'ä'.repeat(50), line: n + 1, column: 1 },
  }))
  const lines = () => Array.from({ length: 5_000 }, () => '+ü')
  const diffs = Array.from({ length: 50 }, () => ({ action: 'create', path: 'p', lines }) as const)
  const text = toMarkdown(summaryOf(refused(...many), { diffs }))
  expect(bytesOf(text)).toBeLessThan(65_535)
  const shown = text.match(/^- \*\*/gm)?.length ?? 0
  expect(shown).toBeGreaterThan(50)
  expect(text).toContain(`- … and ${5_000 - shown} more findings`)
  expect(text).toMatch(/… and \d+ more manifests/)
  expect(text).toMatch(/<\/details>/)
})

test('many manifests are counted by kind before their diffs', () => {
  const lines = () => ['+a']
  const update = (path: string) => ({ action: 'update', path, lines }) as const
  const diffs = [
    ...Array.from({ length: 5_000 }, (_, n) =>
      update(`rendered/environments/e${n}/vpcclaim-main.yaml`),
    ),
    update('rendered/platform/provider-subnet-ext-a.yaml'),
    { action: 'create', path: 'rendered/platform/provider-network-b-c.yaml', lines } as const,
    { action: 'delete', path: 'rendered/environments/e/.gitkeep', lines } as const,
  ]
  const text = toMarkdown(summaryOf(accepted, { diffs }))
  expect(text).toContain(`| manifests of | made | changed | removed |
| --- | ---: | ---: | ---: |
| \`VpcClaim\` | 0 | 5000 | 0 |
| \`other\` | 0 | 0 | 1 |
| \`provider network\` | 1 | 0 | 0 |
| \`provider subnet\` | 0 | 1 | 0 |
`)
  expect(bytesOf(text)).toBeLessThan(65_535)
  expect(text).toMatch(/… and \d+ more manifests/)
})

test('a hostile finding crowds no other one out', () => {
  const huge = { ...overlap, message: '@'.repeat(9_000), hint: '\u202E'.repeat(9_000) }
  const finding = { ...overlap, at: { file: 'z', line: 1, column: 1 } }
  const text = toMarkdown(summaryOf(refused(huge, huge, huge, finding)))
  expect(text).toContain('`z:1:1`')
})

test('a hint that is a file to add can be copied, and cannot leave its block', () => {
  const hint = 'add acknowledgements/a.yaml:\nkind: Acknowledgement\n```\n# <b>'
  const text = toMarkdown(summaryOf(refused({ ...overlap, hint })))
  expect(text).toContain(
    '  - hint: add acknowledgements/a.yaml:\n    ````yaml\n    kind: Acknowledgement\n    ```\n    # <b>\n    ````\n',
  )
})

test('what fits is whole items from the front, within the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.integer({ min: 20, max: 300 }), (items, limit) => {
      const text = fit(items, String, limit, (left) => `+${left}`)
      expect(bytesOf(text)).toBeLessThanOrEqual(limit)
      const left = Number(/(?:^|\n)\+(\d+)$/.exec(text)?.[1] ?? 0)
      const kept = items.slice(0, items.length - left)
      const told = left > 0 ? [...kept, `+${left}`] : kept
      expect(text).toBe(told.join('\n'))
    }),
  )
})
