import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { isNear, plain } from '../../domain/is-near.ts'
import { vipKeyRules } from '../../domain/rules/vip-key-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { type VipKey, vipKeys } from '../../domain/vip/vip-keys.ts'
import { fieldFinding } from './inspect.ts'
import type { Known } from './read-head.ts'

const keys: readonly VipKey[] = Object.values(vipKeys)

/** What is odd about the annotations and labels by which an object takes part in VIP blocks, or does not. */
export function vipKeyFindings(known: Known): readonly Finding[] {
  return [
    ...entriesAt(known, 'annotations').flatMap(([key, value]) => annotation(known, key, value)),
    ...entriesAt(known, 'labels').flatMap(([key]) => label(known, key)),
  ]
}

function entriesAt({ document }: Known, field: string): readonly (readonly [string, unknown])[] {
  const map = valueAt(document.value, ['metadata', field])
  return typeof map === 'object' && map !== null && !Array.isArray(map) ? Object.entries(map) : []
}

function annotation(known: Known, key: string, value: unknown): readonly Finding[] {
  const path = ['metadata', 'annotations', key]
  const meant = keys.find((one) => one.key === key)
  if (meant === undefined) return slip(known, key)
  if (meant.kind !== known.kind) {
    const message = `annotation ${key} means nothing on a ${known.kind}`
    const hint = `it belongs on the ${meant.kind}`
    return [fieldFinding(known, path, { rule: vipKeyRules.elsewhere, message, hint })]
  }
  // What is no text at all has its finding already.
  if (typeof value !== 'string' || meant.values.includes(value)) return []
  const message = `annotation ${key} ${quote(value)} is ${noneOf(meant)}`
  const hint = `write ${quote(meant.values[0] ?? '')}, or leave the annotation out`
  return [fieldFinding(known, path, { rule: vipKeyRules.value, message, hint })]
}

function noneOf({ values }: VipKey): string {
  const known = values.map(quote)
  return known.length === 1 ? `not ${known.join('')}` : `none of ${known.join(', ')}`
}

/** The right name behind another prefix, or nearly the right one. */
function slip(known: Known, key: string): readonly Finding[] {
  const meant = keys.find((one) => one.kind === known.kind && isSlipFor(key, one.key))
  if (meant === undefined) return []
  const message = `annotation ${quote(key)} is not ${meant.key}`
  const hint = `write ${meant.key}`
  const path = ['metadata', 'annotations', key]
  return [fieldFinding(known, path, { rule: vipKeyRules.name, message, hint })]
}

function isSlipFor(key: string, meant: string): boolean {
  const [name, wanted] = [nameOf(key), nameOf(meant)]
  if (plain(name) === plain(wanted)) return true
  return isNear(name, wanted) && key.includes('kube-dc')
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

function label(known: Known, key: string): readonly Finding[] {
  const meant = keys.find((one) => one.key === key)
  if (meant === undefined) return []
  const message = `label ${key} means nothing: it is an annotation of the ${meant.kind}`
  const path = ['metadata', 'labels', key]
  const hint = 'move it to metadata.annotations'
  return [fieldFinding(known, path, { rule: vipKeyRules.label, message, hint })]
}
