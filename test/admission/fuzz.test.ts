import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../lib/domain/document.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { check } from '../../lib/pipeline/check.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { toJson } from '../../lib/summary/json.ts'
import { claims, cluster, documents, platformFile } from '../plan/files.ts'
import { engine } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'

const long = process.env['LONG'] !== undefined
const options = { numRuns: long ? 20_000 : 1_000, seed: 20_261_129 }

const good: Readonly<Record<string, string>> = {
  'netclaim.yaml': 'kubeOvnVersion: 1.16.2\ncluster: {nodes: [172.21.208.0/24]}\n',
  'platform/kmetal.yaml': platformFile(),
  'platform/tenants/photon-prod.yaml':
    'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: photon-prod}\nspec: {hard: {count/eipclaims.network.kmetal.io: "3"}}\n',
  'environments/photon-prod/claims.yaml': documents(
    claims(),
    cluster('solar', { subnet: 'production', address: '172.21.208.104' }),
  ),
  'environments/nova/claims.yaml': claims().replace('198.51.100.22', '198.51.100.30'),
}

const scrap = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '\u0000',
    '\u001b[31m',
    '\u202e',
    '\ufeff',
    '\r',
    '\t',
    '---\n',
    '{',
    '[',
    '&a',
    '*a',
    '<<: *a',
    '!!binary',
    '"',
    "'",
    ': ',
    '- ',
    '\n  ',
    '# ',
    '10.0.0.0/8',
    '::/0',
    '999999999999999999999',
    '0x1F',
    '1e309',
    'null',
    '~',
    '.inf',
    '__proto__',
    'constructor',
    'external',
    'lrp',
    'true',
  ),
)

const edit = fc.record({ at: fc.nat(2_000), cut: fc.nat(30), text: scrap })

const path = fc.oneof(
  fc.constantFrom(...Object.keys(good)),
  fc.constantFrom(
    'environments/../etc/passwd',
    'environments//a.yaml',
    'environments/a',
    'environments/__proto__/c.yaml',
    'environments/PHOTON/c.yaml',
    'environments/photon-prod/\u202e.yaml',
    'platform/kmetal.yaml/x',
    '.git/config',
    'environments/photon-prod/constructor.yml',
    'acknowledgements/a.yaml',
    'x'.repeat(5_000),
    '',
    '/',
    'CODEOWNERS',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `environments/${text}`),
)

const entry: fc.Arbitrary<string | Entry> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  fc.constantFrom<Entry>(
    { kind: 'link', target: '../../etc/passwd' },
    { kind: 'submodule' },
    { kind: 'not-utf8' },
    { kind: 'special' },
    { kind: 'too-large', bytes: 2 ** 40 },
  ),
)

const changes = fc.record({
  edits: fc.array(
    fc.tuple(fc.constantFrom(...Object.keys(good)), fc.array(edit, { minLength: 1, maxLength: 4 })),
    {
      maxLength: 3,
    },
  ),
  added: fc.array(fc.tuple(path, entry), { maxLength: 3 }),
})

/** Tells times apart from a machine that is busy elsewhere. */
function answersWithin<T>(ms: number, ask: () => T): T {
  const start = process.cpuUsage()
  const answer = ask()
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(ms)
  return answer
}

test('whatever a tree holds, there is an answer soon, and all of it can be printed', {
  timeout: 1_200_000,
}, () => {
  fc.assert(
    fc.property(
      changes,
      fc.nat(3).map((n) => n > 0),
      ({ edits, added }, isNew) => {
        const files = new Map<string, string | Entry>(Object.entries(good))
        for (const [file, list] of edits) files.set(file, mutated(good[file] ?? '', list))
        for (const [file, what] of added) files.set(file, what)
        const head = new Map(treeOf(Object.fromEntries(files)))
        const base = treeOf(good)
        const { report } = answersWithin(1_000, () =>
          check(isNew ? { head, engine } : { head, base, engine }),
        )
        expectPrintable(report.findings)
        expect(findingsText(report.findings)).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u)
        expect(() => toJson(report)).not.toThrow()
        for (const { path: changed } of report.changes)
          expect(changed).toMatch(/^rendered\/[a-z0-9/.-]+$/)
      },
    ),
    options,
  )
})

function mutated(
  text: string,
  edits: readonly { at: number; cut: number; text: string }[],
): string {
  return edits.reduce((now, one) => {
    const at = one.at % (now.length + 1)
    return now.slice(0, at) + one.text + now.slice(at + one.cut)
  }, text)
}

/** Names of files are strangers' text too, and are made printable where they are shown. */
function expectPrintable(findings: readonly Finding[]): void {
  for (const { message, hint = '', value = '', field = '', object = '' } of findings) {
    for (const text of [message, hint, value, field, object]) {
      expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u)
    }
  }
}
