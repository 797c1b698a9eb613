import { sortFindings } from '../domain/sort-findings.ts'
import type { Imported } from '../pipeline/import/import-objects.ts'
import { jsonText } from './json-text.ts'

/** What an import makes, as one JSON object, version 1. What is absent is left out. */
export function importJson({ claims, comparison, findings }: Imported): string {
  return jsonText({
    version: 1,
    verdict: findings.some(({ severity }) => severity === 'error') ? 'refuse' : 'accept',
    claims: claims.map((claim) => ({ ...claim, objects: comparison.get(claim.name) ?? [] })),
    platform: [...comparison]
      .filter(([of]) => !of.includes(' '))
      .map(([part, objects]) => ({ part, objects })),
    findings: sortFindings(findings),
  })
}
