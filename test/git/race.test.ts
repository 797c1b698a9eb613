import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { gitRepository } from '../../lib/adapters/git.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'
import { toyPlanner } from './toy-planner.ts'

const scratch = scratchFolder()
const STATE = 'netclaim/state'
const SCRIPT = fileURLToPath(new URL('./allocate-once.ts', import.meta.url))

/** One run in a process of its own, killed after some milliseconds where that is asked for. */
function runOnce(args: readonly string[], killAfterMs?: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [SCRIPT, ...args], {
      // What a killed run leaves in the temporary folder goes with the rest.
      env: { ...process.env, TMPDIR: scratch },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('close', (code, signal) => resolve(signal ?? (code === 0 ? 'done' : err)))
  })
}

/** A bare repository with a history of `main` that the state has yet to follow. */
async function bareWithHistory(): Promise<string> {
  const work = newRepository(join(scratch, 'work'))
  const first = commitFiles(work, { 'environments/a': 'x' })
  for (let i = 0; i < 5; i += 1)
    commitFiles(work, {
      [`environments/${(i * 3) % 5}`]: 'x',
      ...(i === 3 ? { 'environments/a': undefined } : {}),
    })
  const bare = join(scratch, 'start.git')
  gitIn(scratch, 'clone', '--quiet', '--bare', work, bare)
  const port = await gitRepository({ repo: bare })
  const head = await port.readTree(first)
  const request = { head, state: new Map(), facts: noFacts, source: first, engine: '1.2.3' }
  const { tree } = toyPlanner.plan(request)
  const id = await port.write({ changes: tree, message: 'first', seconds: 1_700_000_000 })
  gitIn(bare, 'update-ref', `refs/heads/${STATE}`, id)
  return bare
}

function copyOf(bare: string, name: string): string {
  const copy = join(scratch, name)
  cpSync(bare, copy, { recursive: true })
  return copy
}

test('six runs at once, some killed, end where one undisturbed run ends', async () => {
  const start = await bareWithHistory()
  const alone = copyOf(start, 'alone.git')
  const began = performance.now()
  expect(await runOnce([alone])).toBe('done')
  const wholeMs = performance.now() - began
  const wanted = gitIn(alone, 'rev-parse', STATE)
  expect(gitIn(alone, 'rev-list', '--count', STATE)).toBe('6')

  const one = copyOf(start, 'one.git')
  const kills = [0.4, 0.6, 0.8, 1].map((share) => share * wholeMs * (0.7 + Math.random()))
  const ends = await Promise.all([
    ...kills.map((ms) => runOnce([one], ms)),
    runOnce([one]),
    runOnce([one]),
  ])
  expect(ends.slice(4)).toEqual(['done', 'done'])
  for (const end of ends) expect(['done', 'SIGKILL']).toContain(end)
  expect(gitIn(one, 'rev-parse', STATE)).toBe(wanted)

  // All of them killed: what they leave is a state that the next run goes on from.
  const repo = copyOf(start, 'two.git')
  await Promise.all([0.3, 0.6, 0.7, 0.8].map((share) => runOnce([repo], share * wholeMs)))
  expect(await runOnce([repo])).toBe('done')
  expect(gitIn(repo, 'rev-parse', STATE)).toBe(wanted)
  gitIn(repo, 'fsck', '--strict', '--no-dangling')

  // By push, from clones that share nothing and from one that is shared.
  const origin = copyOf(start, 'origin.git')
  const clones = ['c1', 'c2'].map((name) => {
    gitIn(scratch, 'clone', '--quiet', origin, join(scratch, name))
    return join(scratch, name)
  })
  const [c1 = '', c2 = ''] = clones
  const runs = await Promise.all([c1, c1, c2].map((clone) => runOnce([clone, 'origin'])))
  expect(runs).toEqual(['done', 'done', 'done'])
  expect(gitIn(origin, 'rev-parse', STATE)).toBe(wanted)
})
