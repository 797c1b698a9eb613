import type { Finding } from '../domain/finding.ts'
import { supplyRules } from '../domain/rules/supply-rules.ts'
import type { Touched } from './touched.ts'

/**
 * Only what a change brings refuses it: what stands in the base already is information, unless the change touches one
 * of its parties.
 */
export function settle(
  findings: readonly Finding[],
  base: readonly Finding[],
  touched: Touched,
): readonly Finding[] {
  const known = new Set(base.map(identityOf))
  return findings.flatMap((finding): Finding[] => {
    if (!known.has(identityOf(finding)) || isParty(finding, touched)) return [finding]
    // Nothing at all is planned then, whoever brought it.
    if (finding.rule === supplyRules.engine.id) return [finding]
    // What was no more than information is no news to anybody else.
    return finding.severity === 'info' ? [] : [{ ...finding, severity: 'info' }]
  })
}

/** What is wrong in environments that the change cannot touch: shown, and no more than that. */
export function inherited(
  base: readonly Finding[],
  planned: ReadonlySet<string> | undefined,
): readonly Finding[] {
  if (planned === undefined) return []
  const elsewhere = new Map<string, Finding>()
  for (const finding of base) {
    const namespace = /^environments\/([^/]+)\//.exec(finding.at?.file ?? '')?.[1]
    if (namespace === undefined || planned.has(namespace)) continue
    elsewhere.set(`${identityOf(finding)} ${finding.at?.line}`, { ...finding, severity: 'info' })
  }
  return [...elsewhere.values()]
}

function identityOf({ rule, object, field, value, at }: Finding): string {
  return JSON.stringify([rule, object ?? at?.file, field, value])
}

function isParty({ object, at, parties: others = [] }: Finding, touched: Touched): boolean {
  if (object?.startsWith('KMetal')) return touched.platform
  const parties = [{ object }, ...others].flatMap((one) => one.object ?? [])
  if (parties.some((party) => touched.objects.has(party))) return true
  // What could not be read as a claim is known by its file alone.
  const isRead = object !== undefined && touched.claims.has(object)
  return !isRead && at !== undefined && touched.files.has(at.file)
}
