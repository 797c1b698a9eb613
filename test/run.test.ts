import { describe, expect, test } from 'vitest'
import { judge } from './cases.ts'
import { countTests } from './run.ts'

describe('the count of tests', () => {
  const report = (more: object) =>
    JSON.stringify({ numPassedTests: 3, numFailedTests: 1, testResults: [], ...more })

  test('a file that could not be loaded is one failed test', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
    ]
    expect(countTests(report({ testResults }), 1)).toMatchObject({ passed: 3, failed: 2 })
  })

  test('a run that fails without a failed test is one failed test', () => {
    expect(countTests(report({ numFailedTests: 0 }), 1)).toMatchObject({ failed: 1 })
    expect(countTests(report({ numFailedTests: 0 }), 0)).toMatchObject({ failed: 0 })
  })
})

describe('the cases', () => {
  const text = [
    'ok    SUB-01/pr: a title: with colons',
    'WRONG SUB-02/a-pr: another',
    '        wanted refuse, came accept',
    'WRONG SUB-03/step 2: third',
    '1 right, 2 wrong, 0 to be judged by hand',
  ].join('\n')

  test('a wrong case fails unless it is named', () => {
    const outcome = judge(text, new Map([['SUB-03/step 2', 'later']]))
    expect(outcome).toMatchObject({ passed: 1, failed: 1 })
    expect(outcome.text).toBe('WRONG SUB-02/a-pr: another\n        wanted refuse, came accept')
  })

  test('a named case that is right, or that is not there, fails', () => {
    const known = ['SUB-01/pr', 'SUB-02/a-pr', 'SUB-03/step 2', 'SUB-04/pr']
    const outcome = judge(text, new Map(known.map((name) => [name, 'later'])))
    expect(outcome).toMatchObject({ passed: 0, failed: 2 })
    expect(outcome.text).toMatch(/SUB-01\/pr is right.*\nSUB-04\/pr is named/)
  })

  test('a run without any case fails', () => {
    expect(judge('command not found', new Map())).toMatchObject({ passed: 0, failed: 1 })
  })
})
