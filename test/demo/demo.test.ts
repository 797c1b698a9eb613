import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const demo = resolve(import.meta.dirname, 'demo.ts')
const root = mkdtempSync(join(tmpdir(), 'netclaim-demo-test-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

let played = { code: -1, text: '', group: 0 }
beforeAll(async () => {
  const timed = '"$0" "$1" "$2"; code=$?; times; exit $code'
  played = await run('sh', '-c', timed, process.execPath, demo, root)
})

test('the demo shows what it tells', () => {
  expect(played.text).toContain('Nothing is left running')
  expect(played.code).toBe(0)
})

test('it takes less than half a minute, one command after the other', () => {
  // Processor time of all children: what else the machine does meanwhile does not count.
  const [, spent = ''] = /\n(\d+m.*)\n$/.exec(played.text) ?? []
  const seconds = [...spent.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60 + Number(s),
  )
  expect(seconds).toHaveLength(2)
  expect(seconds[0]! + seconds[1]!).toBeGreaterThan(0)
  expect(seconds[0]! + seconds[1]!).toBeLessThan(30)
})

test('it leaves no process behind', () => {
  expect(() => process.kill(-played.group, 0)).toThrow('ESRCH')
})

test('every act has its title', () => {
  const titles = [...played.text.matchAll(/^── (\d)/gm)].map(([, number]) => number)
  expect(titles).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
})

test('what goes to a file has no colours', () => {
  expect(played.text).not.toContain('\u001B')
})

test('the commands that it proposes next can be typed', async () => {
  const [, next = ''] = played.text.split('Next, for instance:\n')
  const lines = (next.split('Nothing is left')[0] ?? '').split('\n').filter((line) => line !== '')
  expect(lines.length).toBeGreaterThan(5)
  const script = lines.map((line) => `${line.trim()} >>"$0"; codes="$codes $?"`).join('\n')
  const told = join(root, 'told.txt')
  const { text } = await run('sh', '-c', `${script}\necho codes$codes; cat "$0"`, told)
  const [codes = '', ...out] = text.split('\n')
  // The plan of a change that is refused ends with 1.
  expect(codes).toBe('codes 0 0 0 1 0 0 0 0')
  for (const part of [
    '15 used',
    'subnet/overlap',
    'kind: Vpc',
    'EipClaim edge-9',
    'Merge reopen-west',
  ])
    expect(out.join('\n')).toContain(part)
})

/** Runs a program in a process group of its own, to its end. */
function run(command: string, ...args: readonly string[]) {
  return new Promise<typeof played>((done, fail) => {
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? -1, text, group: child.pid ?? 0 }))
  })
}
