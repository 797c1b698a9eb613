import { quote } from '../../domain/claims/quote.ts'
import type { Entry } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { clusterConfigPath, namingOf } from './area.ts'
import { startOf } from './entry-findings.ts'

/** A warning about a file whose suffix only looks like one that is read. */
export function suffixFinding(path: string, entry: Entry): Finding {
  const hint = holdsSettings(path, entry)
    ? `settings of VIP blocks stand in ${clusterConfigPath}`
    : 'only names that end in .yaml or .yml, in lower case, and do not begin with a dot are read'
  return breach(placementRules.suffix, `the file ${quote(path)} is not read`, {
    at: startOf(path),
    hint,
  })
}

/** Whether a file of another name holds what looks like a claim, such as one that was renamed to set it aside. */
export function seemsClaim(path: string, entry: Entry): boolean {
  if (entry.kind !== 'text' || path.endsWith('.md')) return false
  return claimLine.test(entry.text) || holdsSettings(path, entry)
}

/** Whether a file that is not read holds settings of VIP blocks, such as a cluster-config.env in another folder. */
function holdsSettings(path: string, entry: Entry): boolean {
  return namingOf(path) === 'other' && entry.kind === 'text' && settingLine.test(entry.text)
}

/** A warning about what looks like a claim in a file outside of all folders that are read. */
export function strayFinding(path: string, entry: Entry): readonly Finding[] {
  if (/^netclaim\.(?:ya?ml|json)$/i.test(path)) {
    const message = `the file ${quote(path)} is not read`
    const hint = 'settings stand in netclaim.yaml'
    return [breach(placementRules.suffix, message, { at: startOf(path), hint })]
  }
  if (entry.kind !== 'text' || namingOf(path) !== 'read' || !claimLine.test(entry.text)) return []
  return [
    breach(placementRules.stray, 'the file seems to hold claims but is not read', {
      at: startOf(path),
      hint: 'claims stand in environments/<namespace>/',
    }),
  ]
}

const settingLine = /^(?:export[ \t]{1,8})?(?:LB_BLOCK_|VIP_POOL_)[A-Z_]{1,40}[ \t]{0,8}=/m

const claimLine =
  /^["']?apiVersion["']?[ \t]{0,8}:[ \t]{0,8}["']?(?:(?:network|k8s)\.)?(?:kmetal\.io|netclaim\.dev|kube-dc\.com)\//m
