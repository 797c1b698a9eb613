import { type Claim, objectName } from '../claims/claim.ts'
import type { Document, Path } from '../document.ts'
import type { Finding } from '../finding.ts'
import { printable } from '../printable.ts'

/** Where a field of a claim stands, whose it is and what is written there, made safe to print. */
export function claimSpot(claim: Claim, path: Path): Partial<Finding> {
  return { object: objectName(claim), ...spotIn(claim.document, path) }
}

/** The same for a field of the KMetal object. */
export function platformSpot(document: Document, path: Path): Partial<Finding> {
  const name = document.source(['metadata', 'name'])
  return {
    object: name === undefined ? 'KMetal' : `KMetal ${printable(name, 63)}`,
    ...spotIn(document, path),
  }
}

/** A path as people write it, `spec.excludeIps[3]`; a key with other characters stands in quotes. */
export function fieldName(path: Path): string {
  return path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`
      return /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
    })
    .join('')
    .replace(/^\./, '')
}

/** The root has no name. */
function spotIn(document: Document, path: Path): Partial<Finding> {
  const value = document.source(path)
  const spot = { at: document.place(path), ...(path.length > 0 ? { field: fieldName(path) } : {}) }
  return value === undefined ? spot : { ...spot, value: printable(value) }
}
