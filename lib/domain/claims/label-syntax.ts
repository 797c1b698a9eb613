import { fieldRules } from '../rules/field-rules.ts'
import type { Objection } from './objection.ts'
import { quote } from './quote.ts'

/** Why `text` is no key of a label or an annotation: `name` or `dns.name/name`. */
export function objectToLabelKey(text: string): Objection | undefined {
  const slash = text.indexOf('/')
  const why =
    (slash < 0 ? undefined : whyNoPrefix(text.slice(0, slash))) ??
    (slash === text.length - 1 ? 'has no name' : whyNoName(text.slice(slash + 1)))
  return why === undefined ? undefined : { rule: fieldRules.label, why }
}

/** Why `text` is no value of a label; it may be empty. */
export function objectToLabelValue(text: string): Objection | undefined {
  const why = text === '' ? undefined : whyNoName(text)
  return why === undefined ? undefined : { rule: fieldRules.label, why }
}

/** The same of a key, as a clause about the map or the field that it stands in. */
export function objectToKeyIn(key: string): Objection | undefined {
  const objection = objectToLabelKey(key)
  return objection && { ...objection, why: `has the key ${quote(key)}, which ${objection.why}` }
}

function whyNoName(text: string): string | undefined {
  if (text.length > 63) return `has ${text.length} characters, a label has at most 63`
  if (/^[A-Za-z0-9](?:[-\w.]*[A-Za-z0-9])?$/.test(text)) return undefined
  if (/[^-\w.]/.test(text)) {
    return 'has a character that no label has: A-Z, a-z, 0-9, "-", "_" and "." only'
  }
  return 'does not begin and end with a letter or digit'
}

const DNS_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

/** RFC 1123: at most 253 characters, labels with dots between them. */
function whyNoPrefix(text: string): string | undefined {
  if (text.length > 253)
    return `has ${text.length} characters before "/", a DNS name has at most 253`
  return DNS_NAME.test(text) ? undefined : 'has no DNS name before "/"'
}
