import type { Rule } from '../../domain/rules/rule.ts'
import type { Report } from './report.ts'
import { yamlRules } from './yaml-rules.ts'

/** C0 and C1 but tab and line feed, bidi controls, Unicode line ends, BOM, non- and half characters. */
const SUSPECT =
  /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Cs}/gu
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** No text, but something binary: the rest would only repeat these. */
const MAX_REPORTS = 1_000

/**
 * Reports each character that hides or distorts text, and gives the text with these replaced by
 * U+FFFD (a carriage return by a line feed): the parser uses some as marks of its own.
 */
export function checkCharacters(text: string, report: Report): string {
  let count = 0
  return text.replace(SUSPECT, (char: string, offset: number) => {
    const rule = ruleOf(char)
    count += 1
    if (count <= MAX_REPORTS) report(rule, offset, messageOf(rule, char))
    return char === '\r' ? '\n' : '\ufffd'
  })
}

/** Whether `checkCharacters` would report anything. */
export function hasHiddenCharacter(text: string): boolean {
  return text.search(SUSPECT) >= 0
}

/** The first character of a string that no escape in a scalar may make, line feed and tab aside. */
export function hiddenCharacter(
  value: string,
): { readonly rule: Rule; readonly name: string } | undefined {
  const char = value.match(SUSPECT)?.[0]
  return char === undefined ? undefined : { rule: ruleOf(char), name: nameOf(char) }
}

function ruleOf(char: string): Rule {
  if (char === '\0') return yamlRules.nul
  if (char === '\ufeff') return yamlRules.bom
  return BIDI.test(char) ? yamlRules.bidi : yamlRules.controlCharacter
}

function messageOf(rule: Rule, char: string): string {
  const name = nameOf(char)
  if (rule === yamlRules.nul) return `a NUL character (${name}) stands in the text`
  if (rule === yamlRules.bom) return `a byte order mark (${name}) stands inside the file`
  if (rule === yamlRules.bidi)
    return `the bidi control ${name} changes the order in which text is shown`
  if (char === '\r') return `a carriage return (${name}) without a line feed stands in the text`
  return `the control character ${name} stands in the text`
}

function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
