import type { Finding } from '../domain/finding.ts'
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
  return findings.map((finding) => {
    if (finding.severity === 'info' || !known.has(identityOf(finding))) return finding
    if (isParty(finding, touched)) return finding
    return { ...finding, severity: 'info' }
  })
}

function identityOf({ rule, object, field, value, at }: Finding): string {
  return JSON.stringify([rule, object ?? at?.file, field, value])
}

function isParty({ object, at, related }: Finding, touched: Touched): boolean {
  if (object?.startsWith('KMetal')) return touched.platform
  const parties = [{ object }, ...(related ?? [])].flatMap((one) => one.object ?? [])
  if (parties.some((party) => touched.objects.has(party))) return true
  // What could not be read as a claim is known by its file alone.
  const isRead = object !== undefined && touched.claims.has(object)
  return !isRead && at !== undefined && touched.files.has(at.file)
}
