import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { read } from './read.ts'

/** What a case expects of one finding; `any` is one of several. */
interface Wanted {
  readonly any?: readonly Wanted[]
  readonly severity?: string
  readonly file?: string
  readonly line?: readonly [number, number]
  readonly mentions?: readonly (string | readonly string[])[]
}

interface Expectation {
  readonly verdict: readonly string[]
  readonly finding?: Wanted | readonly Wanted[] | Readonly<Record<string, Wanted>>
}

const root = '../shared/cases'
const there = existsSync(root)

/** Cases about writing, names and places: what the reader alone can judge. */
const readable = /^(?:YAML-\d+|NAME-1[12]|GIT-1[67]|POOL-(?:09|22)|EIP-1[248]|SUB-(?:13|14|19|27))$/
/** Cases whose faults only rules see: the reader has to understand them. */
const clean =
  /^(?:NAME-0[1689]|SUB-(?:0[1236]|10|15|29)|POOL-(?:0[13578]|1[258]|2[13])|CHG-(?:0[68]|14))$/

function casesOf(names: RegExp) {
  const folders = there ? readdirSync(root).filter((name) => names.test(name)) : []
  return folders.toSorted().flatMap((name) =>
    readdirSync(join(root, name), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^(?:[a-z]-)?pr$/.test(entry.name))
      .map((entry) => ({ name, variant: entry.name })),
  )
}

function findingsOf(name: string, variant: string): readonly Finding[] {
  const folder = join(root, name, variant)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return read(
    Object.fromEntries(
      files
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name: file }) => {
          const path = join(parentPath, file)
          return [path.slice(folder.length + 1), readFileSync(path, 'utf8')]
        }),
    ),
  ).findings
}

function wantedOf({ finding }: Expectation, verdict: string): readonly Wanted[] {
  if (finding === undefined) return []
  if (Array.isArray(finding)) return finding
  const keyed = finding as Readonly<Record<string, Wanted | readonly Wanted[]>>
  if (['refuse', 'warn', 'accept'].some((key) => key in keyed)) {
    return [keyed[verdict] ?? []].flat()
  }
  return [finding as Wanted]
}

function fits(wanted: Wanted, finding: Finding): boolean {
  const { at, message, value, field, object, hint, related } = finding
  const text = JSON.stringify([at?.file, message, value, field, object, hint, related])
  const line = at?.line ?? 0
  return (
    (wanted.severity === 'any' || finding.severity === (wanted.severity ?? 'error')) &&
    at?.file === wanted.file &&
    (wanted.line === undefined || (wanted.line[0] <= line && line <= wanted.line[1])) &&
    (wanted.mentions ?? []).every((mention) =>
      [mention].flat().some((one) => mentioned(text.replaceAll('\\"', '"'), one)),
    )
  )
}

function mentioned(text: string, mention: string): boolean {
  const pattern = /^\/(.*)\/$/s.exec(mention)?.[1]
  if (pattern !== undefined) return new RegExp(pattern).test(text)
  return text.toLowerCase().includes(mention.toLowerCase())
}

describe.skipIf(!there)('the shared cases (skipped where ../shared is absent)', () => {
  test.each(casesOf(readable))('$name $variant is judged as wanted', ({ name, variant }) => {
    const text = readFileSync(join(root, name, 'expect.json'), 'utf8')
    const expectation = (JSON.parse(text) as Record<string, Expectation>)[variant]
    const findings = findingsOf(name, variant)
    const severities = new Set(findings.map(({ severity }) => severity))
    const verdict = severities.has('error')
      ? 'refuse'
      : severities.has('warning')
        ? 'warn'
        : 'accept'
    expect(expectation?.verdict).toContain(verdict)
    for (const wanted of wantedOf(expectation ?? { verdict: [] }, verdict)) {
      const choices = wanted.any ?? [wanted]
      const found = choices.some((choice) => findings.some((finding) => fits(choice, finding)))
      expect({ wanted, found }).toEqual({ wanted, found: true })
    }
  })

  test.each(casesOf(clean))('$name $variant is understood', ({ name, variant }) => {
    expect(findingsOf(name, variant).filter(({ severity }) => severity !== 'info')).toEqual([])
  })
})
