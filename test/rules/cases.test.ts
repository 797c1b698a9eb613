import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Tree } from '../../lib/domain/document.ts'
import { resolveExternalSubnet } from '../../lib/domain/external-subnet.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { pinProblems } from '../../lib/domain/rules/eip-pin.ts'
import { checkPlatform } from '../../lib/domain/rules/platform-checks.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'

const root = new URL('../../../shared/cases/', import.meta.url).pathname
const available = existsSync(root)
if (!available) console.warn('../shared/cases is absent: the rules are not tried on them')

type Word = string | readonly Word[]
interface Wish {
  readonly severity?: string
  readonly file?: string
  readonly line?: readonly [number, number]
  readonly mentions?: readonly Word[]
}

/** Variants that a rule of one claim or of the platform refuses or warns about. */
const refused = words(`
  CHG-06/a CHG-06/b CHG-08 CHG-10/a CHG-10/c CHG-10/d DEL-07
  EIP-01/a EIP-01/b EIP-01/c EIP-01/d EIP-01/e EIP-06/a EIP-06/b
  NAME-06/a NAME-08/a POOL-05 POOL-15 SUB-08/a SUB-08/b SUB-11/a SUB-11/b SUB-11/c
  SUB-20/a SUB-20/b SUB-20/c SUB-20/d SUB-20/e SUB-20/f SUB-20/g SUB-20/h SVC-06/a SVC-06/b`)

/** Variants that no such rule may refuse. */
const accepted = words(`
  CHG-10/b CHG-14 NAME-06/b NAME-08/b POOL-01 POOL-03 POOL-08 POOL-18 POOL-21
  POOL-23/a POOL-23/b POOL-23/c POOL-23/d SUB-02 SUB-06 SUB-10 SUB-15 SUB-19/a SUB-29`)

describe.skipIf(!available)('case', () => {
  test.each(refused)('%s is told about', (name) => {
    const [folder = '', variant] = name.split('/')
    const key = variant === undefined ? 'pr' : `${variant}-pr`
    const text = readFileSync(join(root, folder, 'expect.json'), 'utf8')
    const { finding } = (JSON.parse(text) as Record<string, { finding: Wish }>)[key] ?? {}
    const keyed = finding as (Wish & { warn?: Wish; refuse?: Wish }) | undefined
    const findings = findingsOf(folder, key)
    const wishes = [keyed?.warn, keyed?.refuse, keyed].filter(
      (wish) => wish?.mentions !== undefined,
    )
    expect(wishes).not.toEqual([])
    const met = findings.filter((one) => wishes.some((wish) => wish && meets(one, wish)))
    expect(met).not.toEqual([])
  })

  test.each(accepted)('%s is not refused', (name) => {
    const [folder = '', variant] = name.split('/')
    const findings = findingsOf(folder, variant === undefined ? 'pr' : `${variant}-pr`)
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** What the rules say about a variant; the readers' own findings are left out. */
function findingsOf(folder: string, variant: string): readonly Finding[] {
  const tree: Tree = new Map(
    ['_base', `${folder}/base`, `${folder}/${variant}`].flatMap((part) =>
      globSync('**/*.{yaml,yml}', { cwd: join(root, part) }).map((path) => [
        path,
        { kind: 'text' as const, text: readFileSync(join(root, part, path), 'utf8') },
      ]),
    ),
  )
  const { platform, environments, grants, settings } = readTree(tree).value
  const facts = { ...noFacts, nodes: [{ name: 'node-a', address: '192.168.1.2' }] }
  const findings: Finding[] = []
  if (platform !== undefined) findings.push(...checkPlatform(platform, { settings, facts }))
  for (const { namespace, claims } of environments.values()) {
    const context = { settings, platform: platform?.platform, facts, grants: grants.get(namespace) }
    findings.push(...claims.flatMap((claim) => checkClaim(claim, context)))
    const vpc = claims.find(({ kind }) => kind === 'VpcClaim')
    if (vpc?.kind !== 'VpcClaim' || vpc.spec === undefined || platform === undefined) continue
    const subnet = resolveExternalSubnet(vpc.spec, platform.platform)
    for (const claim of claims) {
      if (claim.kind === 'EipClaim' && subnet) findings.push(...pinProblems(claim, subnet))
    }
  }
  return findings
}

function meets(finding: Finding, wish: Wish): boolean {
  const { at, related = [], ...rest } = finding
  const text = JSON.stringify([
    ...Object.values(rest),
    ...related.map(({ message }) => message),
  ]).replaceAll('\\"', '"')
  if (wish.severity !== undefined && wish.severity !== finding.severity) return false
  if (wish.file !== undefined && at?.file !== wish.file) return false
  const [first, last] = wish.line ?? [1, Number.POSITIVE_INFINITY]
  if (at === undefined || at.line < first || at.line > last) return false
  return (wish.mentions ?? []).every((word) => mentions(text, word))
}

function mentions(text: string, word: Word): boolean {
  if (typeof word !== 'string') return word.some((one) => mentions(text, one))
  const expression = /^\/(.*)\/$/.exec(word)?.[1]
  if (expression !== undefined) return new RegExp(expression, 'i').test(text)
  return text.toLowerCase().includes(word.toLowerCase())
}
