import type { Claim } from '../../lib/domain/claims/claim.ts'
import type { Entry } from '../../lib/domain/document.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { treeOf } from './tree-of.ts'

/** What `readTree` makes of files. */
export function read(files: Readonly<Record<string, string | Entry>>) {
  return readTree(treeOf(files))
}

/** A claim of the environment `shop`, named `web`, with the given lines of `spec`. */
export function claimText(kind: string, spec: readonly string[], name = 'web'): string {
  return [
    'apiVersion: network.kmetal.io/v1alpha1',
    `kind: ${kind}`,
    'metadata:',
    `  name: ${name}`,
    '  namespace: shop',
    ...(spec.length === 0 ? [] : ['spec:', ...spec.map((line) => `  ${line}`)]),
    '',
  ].join('\n')
}

/** The one claim in a file of the environment `shop`, and what is said about it. */
export function readClaim(text: string): {
  readonly claim: Claim | undefined
  readonly findings: readonly Finding[]
  readonly readable: boolean | undefined
} {
  const { value, findings } = read({ 'environments/shop/claims.yaml': text })
  const environment = value.environments.get('shop')
  return { claim: environment?.claims[0], findings, readable: environment?.readable }
}

/** Findings as `line rule message`, without infos. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ at, rule, message }) => `${at?.line} ${rule} ${message}`)
}
