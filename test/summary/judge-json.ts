import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

const schema = JSON.parse(readFileSync('lib/summary/report.schema.json', 'utf8')) as object
const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(
  schema,
)

/** Parses the JSON of a report and holds it to the schema. */
export function judgeJson(text: string): Readonly<Record<string, unknown>> {
  const report = JSON.parse(text) as Record<string, unknown>
  validate(report)
  expect(validate.errors ?? []).toEqual([])
  return report
}
