import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  inertLog,
  toWorkflowCommands,
  workflowCommand,
} from '../../lib/summary/workflow-commands.ts'
import { obeyed } from './runner.ts'
import { accepted, hostile, overlap, refused, summaryOf } from './sample.ts'

test('a finding is a command at its line, with all that explains it', () => {
  expect(toWorkflowCommands(summaryOf(refused(overlap)))).toBe(
    `::error file=environments/photon-prod/lab.yaml,line=7,col=14,title=subnet/overlap::\
cidrBlock "10.100.0.0/25" overlaps SubnetClaim "production" (10.100.0.0/24) in namespace "photon-prod"%0A\
in SubnetClaim photon-prod/lab, spec.cidrBlock%0A\
environments/photon-prod/claims.yaml:12:14: SubnetClaim "production" has it since before%0A\
hint: choose a block outside 10.100.0.0/24
refused: 1 error
`,
  )
})

test('the gravest come first, and each severity is a level of GitHub', () => {
  const findings = (['info', 'warning', 'error'] as const).map((severity) => ({
    ...overlap,
    severity,
  }))
  const commands = obeyed(toWorkflowCommands(summaryOf(refused(...findings))))
  expect(commands.map(({ command }) => command)).toEqual(['error', 'warning', 'notice'])
})

test('without findings there is the verdict alone', () => {
  const text = toWorkflowCommands(summaryOf(accepted))
  expect([text, obeyed(text)]).toEqual(['accepted: 1 claim gets an address\n', []])
})

describe('every character that means something is escaped as GitHub has it', () => {
  test.each([
    ['50% of a,b:c', 'file=50%25 of a%2Cb%3Ac,title=50%25 of a%2Cb%3Ac::50%25 of a,b:c'],
    ['%0A', 'file=%250A,title=%250A::%250A'],
    ['a\r', String.raw`file=a\u{d},title=a\u{d}::a\u{d}`],
  ])('%j', (text, wanted) => {
    const command = { level: 'error', title: text, message: text, path: text } as const
    expect(workflowCommand(command)).toBe(`::error ${wanted}`)
  })
})

test('nothing from a file can end a command or begin another one', () => {
  const pieces = [
    '::',
    '##[',
    ']',
    '\n',
    '\r',
    '%0A',
    ',',
    '=',
    ' ',
    'set-output',
    'add-mask',
    hostile,
  ]
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string()))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, text, text, (file, message, object, hint) => {
      const finding = { ...overlap, at: { file, line: 1, column: 2 }, message, object, hint }
      const log = toWorkflowCommands(summaryOf(refused(finding)))
      const [only, ...more] = obeyed(log)
      expect(more).toEqual([])
      expect(only?.command).toBe('error')
      expect(Object.keys(only?.properties ?? {})).toEqual(['file', 'line', 'col', 'title'])
      expect(only?.properties).toMatchObject({ line: '1', col: '2', title: 'subnet/overlap' })
      expect(log.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('a plain path is the path that GitHub sees', () => {
  const at = { file: 'environments/a b/50%,x:y.yaml', line: 1, column: 1 }
  const [command] = obeyed(toWorkflowCommands(summaryOf(refused({ ...overlap, at }))))
  expect(command?.properties['file']).toBe(at.file)
})

test('a log that is made inert is obeyed by nobody', () => {
  const pieces = ['::', ':', '##[', '#', '[error]', '\n', '\r', '\t', ' ', 'error', '::error::x']
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())), (all) => {
      expect(obeyed(inertLog(all.join('')))).toEqual([])
    }),
  )
  expect(inertLog('fine: a::b')).toBe('fine: a::b')
})
