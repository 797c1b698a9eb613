import { describe, expect, test } from 'vitest'
import { createEngine } from '../../lib/pipeline/policies/cel/engine.ts'
import { toCelValue } from '../../lib/pipeline/policies/cel/to-values.ts'

const engine = createEngine()

function run(text: string, spec: unknown = {}) {
  const compiled = engine.compile(text, 'bool')
  if (!('run' in compiled)) return compiled
  engine.restart()
  return compiled.run({ object: toCelValue({ spec }), oldObject: null })
}

describe('an expression ends, whatever it is', () => {
  const many = { list: Array.from({ length: 500 }, (_, at) => at) }
  test('with too many steps', () => {
    const text =
      'object.spec.list.all(a, object.spec.list.all(b, object.spec.list.all(c, a + b + c >= 0)))'
    expect(run(text, many)).toEqual({ error: 'takes more than 50000 steps' })
  })
  const loops = (inner: string) => `object.spec.list.all(a, object.spec.list.all(b, ${inner}))`
  test.each([
    ['reads a long text', 'object.spec.s.split("").size() > 0'],
    ['holds a long text to a pattern', '!object.spec.s.matches("(a?){100}(a?){100}b$")'],
    ['looks for something in a long list', '!(object.spec.s in object.spec.long)'],
    ['puts long lists together', '(object.spec.long + object.spec.long).size() > 0'],
    ['compiles patterns', '!"x".matches(string(a) + string(b) + "[\\\\p{L}\\\\p{N}]{999}")'],
  ])('with a loop that %s in each turn', (_, inner) => {
    const spec = { ...many, s: 'a'.repeat(90_000), long: Array.from({ length: 4000 }, () => 1) }
    const started = performance.now()
    expect(run(loops(inner), spec)).toEqual({ error: 'takes more than 50000 steps' })
    expect(performance.now() - started).toBeLessThan(10_000)
  })
  test('with an error in each turn, none of which bears a stack: that would cost more than all else', () => {
    const limit = Error.stackTraceLimit
    const outcome = run('int("x") == 1') as { cause?: Error }
    expect(outcome.cause?.stack).toBe('Error: "x" is no integer')
    expect(Error.stackTraceLimit).toBe(limit)
    expect(run(loops('int("x") == a || true'), many)).toEqual({
      error: 'takes more than 50000 steps',
    })
  })
  test('with a list in a list in a list that is compared', () => {
    let text = 'object.spec.list'
    for (const name of ['a', 'b', 'c'])
      text = `[${text}].map(${name}, object.spec.list.map(i, ${name}))[0]`
    expect(run(`${text} == ${text}`, many)).toEqual({ error: 'takes more than 50000 steps' })
  })
  test.each([
    ['+', `${Array.from({ length: 4900 }, () => '1').join('+')} > 0`],
    ['a field', `object.spec${'.a'.repeat(4900)} == 1`],
    ['an item', `object.spec${'[0]'.repeat(3200)} == 1`],
  ])('with a chain of %s that no stack has room for', (_, text) => {
    expect(run(text)).toEqual({ failure: 'is nested too deeply' })
  })
  test('with a pattern that other engines would try for ever', () => {
    const started = performance.now()
    expect(run('object.spec.s.matches("^(a+)+$")', { s: `${'a'.repeat(5000)}!` })).toEqual({
      value: false,
    })
    expect(performance.now() - started).toBeLessThan(2000)
  })
  test('with a text that doubles', () => {
    const text = `[${Array.from({ length: 30 }, () => '1').join()}].map(i, "${'x'.repeat(5000)}").join("").size() > 0`
    expect(run(text)).toHaveProperty('error', 'a string of more than 100000 characters')
  })
  test('nested beyond all measure', () => {
    const text = `${'('.repeat(4900)}true${')'.repeat(4900)}`
    expect(Object.keys(run(text))).toEqual([expect.stringMatching(/^(?:failure|value)$/)])
    expect(run(`${'!'.repeat(9990)}true`)).toBeDefined()
  })
  test('longer than any', () => {
    expect(run(' '.repeat(10_001))).toEqual({ failure: 'has 10001 characters, more than 10000' })
  })
  test.each(['', 'a b', 'object.spec.', '"', '\u0000', '{', 'true ? false', 'object.?spec == 1'])(
    'no CEL at all: %j',
    (text) => {
      expect(run(text)).toHaveProperty('failure')
    },
  )
})

test.each([
  ['foo == 1', ['foo']],
  ['nope(object.spec.a) == 1', ['nope()']],
  ['object.spec.a.nope() && params.a == 1', ['nope()', 'params.a']],
  [
    'object.metadata.resourceVersion == "" || has(object.status)',
    ['object.metadata.resourceVersion', 'object.status'],
  ],
  ['object["status"] == 1', ['object.status']],
  ['dyn(object).spec == 1', ['object']],
  ['object.spec.all(object, object.x == 1)', undefined],
  ['[object].all(o, o.status == 1)', ['object']],
  ['net.IP{netclaimText: "1.2.3.4"} == ip("1.2.3.4")', ['net.IP{}']],
  ['ip("1.2.3.4").netclaimText == "1.2.3.4"', ['netclaimText']],
  ['has(variables.a)', ['has(variables.a)']],
])('%s: what is not known to be the same is named', (text, unknown) => {
  const compiled = engine.compile(text, 'bool')
  expect('unknown' in compiled ? compiled.unknown : undefined).toEqual(unknown)
})

test('a validation is a bool whatever it is asked about', () => {
  expect(engine.compile('object.spec.on', 'bool')).toEqual({
    failure: 'is not a bool whatever it is asked about',
  })
  expect(engine.compile('object.spec.on', 'any')).toHaveProperty('run')
})

test.each([
  ['"a" + object.spec.b', true],
  ['object.spec.b + "a"', true],
  ['object.spec.on ? "a" : string(1)', true],
  ['["a"].join()', true],
  ['object.spec.b', false],
  ['1', false],
])('a message is a string whatever it is asked about: %s', (text, is) => {
  expect('run' in engine.compile(text, 'text')).toBe(is)
})
