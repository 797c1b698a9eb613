import type { Checked } from '../../domain/finding.ts'
import { readYaml } from '../facts/read-yaml.ts'
import { fastReadLong } from '../yaml/fast-read.ts'

/** kubectl's own copy of what was applied: a text that says nothing new, and what makes YAML slow to read. */
const LAST_APPLIED =
  /^( +)kubectl\.kubernetes\.io\/last-applied-configuration: *[|>][-+\d]*\n(?:\1 +[^\n]*\n?|\n)*/m

/** What is left where that was the only one. */
const NO_ANNOTATIONS = /^( *)annotations: *\n(?!\1 )/m

/** The values in a piece of a file, and what cannot be read of it. */
export function valuesIn(file: string, text: string): Checked<readonly unknown[]> {
  const json = parseJson(text)
  if (json !== undefined) return { value: [json], findings: [] }
  const short = text.replace(LAST_APPLIED, '').replace(NO_ANNOTATIONS, '')
  const fast = fastReadLong(file, short)
  if (fast !== undefined) return { value: fast.map(({ value }) => value), findings: [] }
  const { value, findings } = readYaml(file, short)
  return { value: value.map(({ object }) => object), findings }
}

function parseJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON after all: a flow map of YAML begins the same way.
    return undefined
  }
}
