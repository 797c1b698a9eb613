import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Rule } from '../../lib/domain/rules/rule.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'

describe.each(allRules)('$id', (rule) => {
  test('tells all that a person may ask', () => {
    expect(rule.id).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/)
    expect(['error', 'warning', 'info']).toContain(rule.severity)
    for (const text of [rule.wants, rule.why, rule.example, rule.source]) {
      expect(text.trim()).not.toBe('')
    }
  })
})

test('ids are unique and in order', () => {
  const ids = allRules.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})

test('no rule of a module is left out', async () => {
  const files = globSync('lib/{domain,pipeline}/**/*.ts').filter(
    (file) => !file.includes('all-rules'),
  )
  const known = new Set(allRules.map(({ id }) => id))
  const strays: string[] = []
  for (const file of files) {
    const module: object = await import(resolve(file))
    for (const rule of Object.values(module).flatMap(rulesIn)) {
      if (!known.has(rule.id)) strays.push(`${file}: ${rule.id}`)
    }
  }
  expect(strays).toEqual([])
})

/** The rules that an export is or holds. */
function rulesIn(value: unknown): readonly Rule[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  if (isRule(value)) return [value]
  return Object.values(value).filter(isRule)
}

function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false
  return ['id', 'severity', 'wants', 'why'].every((key) => Object.hasOwn(value, key))
}
