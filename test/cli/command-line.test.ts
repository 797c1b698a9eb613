import { describe, expect, test } from 'vitest'
import { failure } from '../../functions/cli/run.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Terminal } from '../../lib/adapters/terminal.ts'
import { netclaim } from './fake-terminal.ts'
import { folderOf } from './folder-of.ts'

const commands = ['check', 'plan', 'render', 'capacity', 'explain', 'init', 'allocate']

describe('help', () => {
  test.each([[['--help']], [['-h']], [['help']]])('%j tells of every command', async (args) => {
    const { code, out, err } = await netclaim(args)
    expect(code).toBe(0)
    expect(err).toBe('')
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
    expect(out).toMatch(/Exit codes/)
  })

  test.each(commands)('%s has usage, an example and the exit codes', async (command) => {
    const { code, out } = await netclaim([command, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`Usage: netclaim ${command}`)
    expect(out).toMatch(new RegExp(`Example\n  netclaim ${command}`))
    expect(out).toMatch(/Exit codes\n {2}0 {3}accepted/)
    expect((await netclaim(['help', command])).out).toBe(out)
  })

  test('no command at all shows the help on stderr and could not run', async () => {
    const { code, out, err } = await netclaim([])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Usage: netclaim COMMAND')
  })

  test('--version names the version', async () => {
    expect((await netclaim(['--version'])).out).toMatch(/^netclaim \d+\.\d+\.\d+\n$/)
  })
})

describe('a wrong command line', () => {
  test.each([
    [['chek'], 'unknown command "chek", did you mean "check"?'],
    [['--verson'], 'unknown option "--verson", did you mean "--version"?'],
    [['toString'], 'unknown command "toString"'],
    [['check', '--hed', 'x'], 'unknown option "--hed", did you mean "--head"?'],
    [['check', '-x'], 'unknown option "-x"'],
    [['check', '--head'], '--head needs a value, --head DIR|REV'],
    [['check', '--head', '--base', 'x'], '--head needs a value'],
    [['check', '--head='], '--head needs a value'],
    [['check', '--quiet=yes'], '--quiet takes no value'],
    [['check', '--head', 'a', '--head', 'b'], '--head is given twice'],
    [['check', 'folder'], '"folder" is one word too many'],
    [
      ['run'],
      'a word is missing: netclaim run check-pull-request|check-merge-group|allocate|sweep [--branch main]',
    ],
    [['check', '--__proto__', 'x'], 'unknown option "--__proto__"'],
    [
      ['check', '--format', 'xml'],
      'there is no format "xml", only text, json, markdown, github, sarif and junit',
    ],
    [['render'], 'render needs --out DIR'],
    [
      ['explain', 'subnet/overlpa'],
      'there is no rule "subnet/overlpa", did you mean "subnet/overlap"',
    ],
    [['chek\u001B[31m\u202E'], 'unknown command "chek\\u{1b}[31m\\u{202e}"'],
  ])('%j could not run and says why', async (args, message) => {
    const { code, out, err } = await netclaim(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`netclaim: ${message}`)
    expect(err).toMatch(/netclaim( \w+)? --help tells what there is\n$/)
  })
})

describe('what is not there', () => {
  test.each([
    [['check', '--head', 'no-such-place'], '"no-such-place" is no folder, and as a revision'],
    [['check', '--base', 'no-such-place'], '"no-such-place" is no folder, and as a revision'],
    [['check', '--state', 'no-such-place'], '"no-such-place" is no folder, and as a revision'],
    [['check', '--observed', 'no-such-place'], 'there is no such file or folder'],
  ])('%j could not run and says so in one line', async (args, message) => {
    const { code, out, err } = await netclaim(args, { cwd: folderOf({}) })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('the three kinds of failure', () => {
  function fail(error: unknown, env = {}) {
    let err = ''
    const terminal = { err: (text: string) => void (err += text) } as Terminal
    return { code: failure(error, terminal, env), err }
  }

  test('an outside error is 2, and says whether trying again helps', () => {
    const error = new OutsideError('git is\u001B[2J busy', { system: 'git', retryable: true })
    const { code, err } = fail(error)
    expect(code).toBe(2)
    expect(err).toBe('netclaim: git is\\u{1b}[2J busy (trying again may help)\n')
  })

  test('a bug is 70, one line and where to tell it, no stack', () => {
    const { code, err } = fail(new TypeError('x is\nnot a function'))
    expect(code).toBe(70)
    expect(err).toMatch(/this is a bug of ours: TypeError: x is\\u\{a\}not a function\n/)
    expect(err).toMatch(/Please report it/)
    expect(err).not.toMatch(/^\s+at /m)
  })

  test('NETCLAIM_DEBUG shows the stack of a bug', () => {
    expect(fail(new Error('x'), { NETCLAIM_DEBUG: '1' }).err).toMatch(/^\s+at /m)
  })
})

describe('explain', () => {
  test('without a rule lists them all', async () => {
    const { code, out } = await netclaim(['explain'])
    expect(code).toBe(0)
    expect(out).toMatch(/^subnet\/overlap +error +\S/m)
    expect(out).toMatch(/^facts\/unreadable +warning +\S/m)
  })

  test('a rule is told whole: what it wants, why, an example, the source', async () => {
    const { code, out } = await netclaim(['explain', 'facts/unreadable'])
    expect(code).toBe(0)
    expect(out).toMatch(/^facts\/unreadable \(warning\)\n/)
    expect(out).toMatch(/What breaks it\n {4}kubectl/)
    expect(out).toMatch(/Source\n {4}\S/)
  })
})
