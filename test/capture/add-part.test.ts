import { expect, test } from 'vitest'
import { addPart } from '../../lib/pipeline/capture/add-part.ts'

const entry = { path: ['a', 'list'], value: { name: 'b', subnets: [] } }

test.each([
  ['a:\n  list:\n  - name: a\n', 'a:\n  list:\n  - name: a\n  - name: b\n    subnets: []\n'],
  [
    'a:\n  list:\n    - name: a # first\n    # of what comes\n  more: 1\n',
    'a:\n  list:\n    - name: a # first\n    - name: b\n      subnets: []\n    # of what comes\n  more: 1\n',
  ],
  [
    'a:\r\n  list:\r\n    - {name: a}\r\n  more: 1\r\n',
    'a:\r\n  list:\r\n    - {name: a}\r\n    - name: b\r\n      subnets: []\r\n  more: 1\r\n',
  ],
  ['# one\na:\n  list: [1]\n---\na:\n  list:\n    - name: a', undefined],
  ['a: {list: [{name: a}]}\n', undefined],
  ['a:\n  list: []\n', undefined],
  ['a:\n  list:\n    - &x {name: a}\n    - *x\n', undefined],
  ['a:\n  list:\n    - name: |\n        a\n', undefined],
  ['a:\n  list:\n    - name: "a\n', undefined],
])('an entry of a list: %j', (before, after) => {
  const line = before.startsWith('#') ? 2 : 1
  expect(addPart(before, { line, ...entry })).toBe(after)
})

test('of several documents the one that begins on that line', () => {
  const text = 'a:\n  list:\n    - name: x\n---\na:\n  list:\n    - name: y\n'
  expect(addPart(text, { line: 5, ...entry })).toBe(`${text}    - name: b\n      subnets: []\n`)
})

test('an entry of a map, which is not there yet', () => {
  const part = { line: 1, path: ['a'], key: 'management', value: { addresses: ['10.0.0.0/28'] } }
  expect(addPart('a:\n    one: {x: 1}\nb: 2\n', part)).toBe(
    'a:\n    one: {x: 1}\n    management:\n      addresses:\n        - "10.0.0.0/28"\nb: 2\n',
  )
  expect(addPart('a: {one: 1}\n', part)).toBeUndefined()
  expect(addPart('a:\n  - 1\n', part)).toBeUndefined()
  expect(addPart('b: 1\n', part)).toBeUndefined()
})
