import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OLDEST_NODE, tooOld } from '../../functions/cli/node-version.ts'

test.each(['20.20.2', '18.0.0', '21.9.9'])('Node %s is told to be too old', (version) => {
  expect(tooOld(version)).toBe(`Node.js 22 or newer is needed, this is ${version}`)
})

test.each(['22.0.0', '24.1.0', '100.0.0'])('Node %s will do', (version) => {
  expect(tooOld(version)).toBeUndefined()
})

test('npm is told the same', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ engines: { node: `>=${OLDEST_NODE}` } })
})
