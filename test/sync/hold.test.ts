import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { keepFormer } from '../../lib/pipeline/facts/keep-former.ts'
import { parseOwnForm, renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import { stuckHolds } from '../../lib/pipeline/stuck/stuck-holds.ts'
import { holdOf } from '../../lib/pipeline/sync/hold.ts'

const now = '2026-11-30T12:00:00Z'
const said = (text: string, at = now) =>
  holdOf({ metadata: { annotations: { 'netclaim.dev/hold': text } } }, at)
const never = '(its end is no time such as 2026-12-01T00:00:00Z, so it never comes)'

describe('the annotation netclaim.dev/hold', () => {
  test.each([
    ['racks move', 'on hold: racks move'],
    ['racks move, then the switch', 'on hold: racks move, then the switch'],
    [
      'reason=racks, and more; until=2026-12-01T00:00:00Z',
      'on hold until 2026-12-01T00:00:00Z: racks, and more',
    ],
    ['until: 2026-12-01, reason: racks', 'on hold until 2026-12-01: racks'],
    ['until=2026-12-01T00:00Z', 'on hold until 2026-12-01T00:00Z: no reason is given'],
    ['racks move; until=2026-12-01', 'on hold until 2026-12-01: racks move'],
    ['', 'on hold: no reason is given'],
    [' ; ', 'on hold: no reason is given'],
  ])('%s', (text, message) => {
    expect(said(text)).toBe(message)
  })

  test.each([
    'tomorrow',
    '2020-13-01',
    '2020-02-30',
    '2020-01-01 00:00',
    '2020-01-01T24:00:00Z',
    '2020-01-01T00:00:00+02:00',
    '2020-01-01T00:00:00',
    '',
  ])('until=%s never ends, and says so', (until) => {
    expect(said(`reason=racks; until=${until}`)).toBe(`on hold until "${until}": racks ${never}`)
  })

  test('what anybody may write is printed safely, and cut', () => {
    expect(said(`a\u001b[31m${'x'.repeat(500)}`)).toMatch(
      /^on hold: a\\u\{1b\}\[31mx{100,}… \(506 characters\)$/,
    )
  })

  test('ends at its very second', () => {
    const text = 'reason=racks; until=2026-11-30T12:00:01Z'
    expect(said(text)).toBeDefined()
    expect(said(text, '2026-11-30T12:00:01Z')).toBeUndefined()
  })

  test('a day ends it as it begins', () => {
    expect(said('until=2026-12-01', '2026-11-30T23:59:59Z')).toBeDefined()
    expect(said('until=2026-12-01', '2026-12-01T00:00:00Z')).toBeUndefined()
  })
})

const held = (name: string, text: string) => ({
  apiVersion: 'kubeovn.io/v1',
  kind: 'OvnSnatRule',
  metadata: { name, annotations: { 'netclaim.dev/hold': text } },
})

describe('facts', () => {
  const { value: facts } = factsFromObjects([held('b', 'racks move'), held('a', 'x\ny')])

  test('tell what is on hold, and are read again as they were', () => {
    expect(facts.holds).toEqual([
      { object: 'OvnSnatRule a', text: 'x\\u{a}y' },
      { object: 'OvnSnatRule b', text: 'racks move' },
    ])
    expect(parseOwnForm(parse(renderFacts(facts)))).toEqual(facts)
  })

  test('say nothing of it where nothing is', () => {
    const { metadata, ...rest } = held('a', '')
    const plain = { ...rest, metadata: { name: metadata.name } }
    expect(factsFromObjects([plain]).value).not.toHaveProperty('holds')
    expect(
      factsFromObjects([{ ...plain, metadata: { name: 'a', annotations: null } }]).value,
    ).not.toHaveProperty('holds')
  })

  test('keep it while the list of its kind cannot be had', () => {
    const nothing = factsFromObjects([]).value
    expect(keepFormer(nothing, facts).holds).toEqual(facts.holds)
    const whole = { ...nothing, complete: ['OvnSnatRule'] }
    expect(keepFormer(whole, facts).holds).toEqual([])
  })
})

test('netclaim stuck names what is on hold, and what says so though it is over', () => {
  const { value } = factsFromObjects([
    held('a', 'racks move'),
    held('b', 'racks; until=2026-12-01'),
    held('c', 'racks; until=2026-11-01'),
  ])
  const away = 'kubectl annotate takes it away: netclaim.dev/hold-'
  expect(stuckHolds(value, now)).toEqual([
    { is: 'on-hold', what: 'OvnSnatRule a', waitsFor: 'on hold: racks move', next: away },
    { is: 'on-hold', what: 'OvnSnatRule b', waitsFor: 'on hold until 2026-12-01: racks' },
    {
      is: 'on-hold',
      what: 'OvnSnatRule c',
      waitsFor: 'its hold was until 2026-11-01: it is changed and removed like any other by now',
      next: away,
    },
  ])
})
