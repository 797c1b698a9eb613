import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type AllocateOptions, allocate } from '../../functions/allocate.ts'
import { gitRepository, readState } from '../../lib/adapters/git.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'
import { allocations, toyPlanner } from './toy-planner.ts'

const scratch = scratchFolder()
const STATE = 'netclaim/state'
const options: AllocateOptions = {
  planner: toyPlanner,
  engine: '1.2.3',
  main: 'main',
  state: STATE,
}
let count = 0

/** A repository whose `main` has one claim and whose state is planned for that. */
async function prepared(): Promise<{ repo: string; port: Repository; first: string }> {
  count += 1
  const repo = newRepository(join(scratch, `r${count}`))
  const first = commitFiles(repo, { 'environments/a': 'x' })
  return { repo, first, port: await preparedState(repo, first) }
}

async function preparedState(repo: string, first: string): Promise<Repository> {
  const port = await gitRepository({ repo })
  const head = await port.readTree(first)
  const { tree } = toyPlanner.plan({
    head,
    state: new Map(),
    facts: noFacts,
    source: first,
    engine: '1.2.3',
  })
  const id = await port.write({ changes: tree, message: 'first', seconds: 1_700_000_000 })
  gitIn(repo, 'update-ref', `refs/heads/${STATE}`, id)
  return port
}

function stateLog(repo: string): string[] {
  return gitIn(repo, 'log', '--reverse', '--format=%s', STATE).split('\n')
}

describe('allocate', () => {
  test('makes one state commit for each first-parent commit, in order', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/z': 'x' }, 'ask for z')
    gitIn(repo, 'checkout', '--quiet', '-b', 'side')
    commitFiles(repo, { 'environments/m': 'x' }, 'ask for m')
    commitFiles(repo, { 'environments/l': 'x' }, 'ask for l')
    gitIn(repo, 'checkout', '--quiet', 'main')
    gitIn(repo, 'merge', '--quiet', '--no-ff', '-m', 'merge side', 'side')
    const last = commitFiles(
      repo,
      { 'environments/b': 'x', 'environments/z': undefined },
      'b for z\u001b[31m',
    )
    const planned = await allocate(port, options)
    expect(planned.map(({ source }) => source.subject.slice(0, 10))).toEqual([
      'ask for z',
      'merge side',
      'b for z\u001b[3',
    ])
    expect(
      stateLog(repo)
        .slice(1)
        .map((s) => s.slice(s.indexOf(': ') + 2)),
    ).toEqual(['ask for z', 'merge side', 'b for z\\u{1b}[31m'])
    const state = await readState(repo, STATE)
    expect(allocations(state)).toEqual({
      'allocations/a': 'address: 0\n',
      'allocations/b': 'address: 4\n',
      'allocations/l': 'address: 2\n',
      'allocations/m': 'address: 3\n',
    })
    expect(gitIn(repo, 'log', '-1', '--format=%(trailers)', STATE)).toBe(
      `Source: ${last}\nEngine: 1.2.3\nFindings: 0 errors, 0 warnings\n`.trimEnd(),
    )
  })
  test('commits nothing when nothing is left to plan', async () => {
    const { repo, port } = await prepared()
    const before = gitIn(repo, 'rev-parse', STATE)
    expect(await allocate(port, options)).toEqual([])
    expect(gitIn(repo, 'rev-parse', STATE)).toBe(before)
  })
  test('goes on when a commit has errors, and tells them', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/b': 'bad' })
    commitFiles(repo, { 'environments/c': 'x' })
    const planned = await allocate(port, options)
    expect(planned.map(({ findings }) => findings.length)).toEqual([1, 1])
    expect(gitIn(repo, 'log', '-1', '--format=%b', STATE)).toContain(
      '- error[claim/bad] a "claim/bad"',
    )
  })
  test('stops at a plan that may not be committed, and passes over it when a later one repairs it', async () => {
    const { repo, port } = await prepared()
    const before = gitIn(repo, 'rev-parse', STATE)
    commitFiles(repo, { 'netclaim.yaml': 'frozen' })
    expect((await allocate(port, options)).map(({ commit }) => commit)).toEqual([undefined])
    expect(gitIn(repo, 'rev-parse', STATE)).toBe(before)
    const repair = commitFiles(repo, { 'netclaim.yaml': undefined })
    expect((await allocate(port, options)).map(({ commit }) => commit !== undefined)).toEqual([
      false,
      true,
    ])
    expect((await readState(repo, STATE)).get('state.yaml')).toContain(repair)
  })
  test('plans new facts once', async () => {
    const { repo, port, first } = await prepared()
    const report = (text: string) => {
      gitIn(repo, 'checkout', '--quiet', '-B', 'netclaim/observed/one')
      commitFiles(repo, { 'observed.yaml': text })
      gitIn(repo, 'checkout', '--quiet', 'main')
    }
    report('one')
    expect((await allocate(port, options)).map(({ occasion }) => occasion)).toEqual(['facts'])
    expect(await allocate(port, options)).toEqual([])
    report('one')
    expect(await allocate(port, options)).toEqual([])
    report('two')
    commitFiles(repo, { 'environments/b': 'x' })
    expect((await allocate(port, options)).map(({ occasion }) => occasion)).toEqual(['commit'])
    expect(await allocate(port, options)).toEqual([])
    expect(stateLog(repo)[1]).toBe(`Allocate for new facts at ${first.slice(0, 12)}`)
  })
  test('goes on in batches through a long history', async () => {
    const { repo, port } = await prepared()
    for (let i = 0; i < 5; i += 1) gitIn(repo, 'commit', '-q', '--allow-empty', '-m', `${i}`)
    expect(await allocate(port, { ...options, batch: 2 })).toHaveLength(5)
    expect(stateLog(repo)).toHaveLength(6)
  })
})

describe('allocate refuses', () => {
  test('a state branch that is missing, and makes none', async () => {
    const { repo, port } = await prepared()
    gitIn(repo, 'branch', '--quiet', '-D', STATE)
    await expect(allocate(port, options)).rejects.toThrow(
      /no branch "netclaim\/state": netclaim init .* pushed back/,
    )
    expect(gitIn(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  })
  test('a branch of claims that is missing', async () => {
    const { port } = await prepared()
    await expect(allocate(port, { ...options, main: 'trunk' })).rejects.toThrow(/no branch "trunk"/)
  })
  test('a state that Netclaim did not write', async () => {
    const { repo, port } = await prepared()
    gitIn(repo, 'branch', '--quiet', '-f', STATE, 'main')
    await expect(allocate(port, options)).rejects.toThrow(/no readable state.yaml/)
  })
  test('a main that was rewritten, and names both commits', async () => {
    const { repo, port, first } = await prepared()
    const old = gitIn(repo, 'rev-parse', STATE)
    gitIn(repo, 'checkout', '--quiet', '--orphan', 'new')
    const rewritten = commitFiles(repo, { 'environments/c': 'x' })
    gitIn(repo, 'branch', '--quiet', '-f', 'main', 'new')
    const outcome = allocate(port, options)
    await expect(outcome).rejects.toThrow(OutsideError)
    await expect(outcome).rejects.toThrow(
      new RegExp(`${first}.*${rewritten}.*put ${first} back.*state/reset`),
    )
    expect(gitIn(repo, 'rev-parse', STATE)).toBe(old)
  })
})

describe('an acknowledgement state/reset', () => {
  const reset = (old: string, place: string) => `apiVersion: netclaim.dev/v1alpha1
kind: Acknowledgement
metadata:
  name: after-the-rewrite
spec:
  brake: state/reset
  subject: "${old}"
  allows:
    - "${place}"
  reason: history was cleaned of a secret
`

  async function rewritten() {
    const { repo, port, first } = await prepared()
    gitIn(repo, 'checkout', '--quiet', '--orphan', 'new')
    const place = commitFiles(repo, { 'environments/a': 'x', 'README.md': 'clean' })
    return { repo, port, first, place }
  }

  test('goes on from the commit that it allows', async () => {
    const { repo, port, first, place } = await rewritten()
    commitFiles(repo, { 'acknowledgements/reset.yaml': reset(first, place) }, 'go on')
    gitIn(repo, 'branch', '--quiet', '-f', 'main', 'new')
    const planned = await allocate(port, options)
    expect(planned.map(({ source }) => source.subject)).toEqual(['go on'])
    expect((await readState(repo, STATE)).get('state.yaml')).toContain(
      gitIn(repo, 'rev-parse', 'main'),
    )
  })
  test('for another commit than the state was planned for changes nothing', async () => {
    const { repo, port, place } = await rewritten()
    commitFiles(repo, { 'acknowledgements/reset.yaml': reset(place, place) }, 'go on')
    gitIn(repo, 'branch', '--quiet', '-f', 'main', 'new')
    await expect(allocate(port, options)).rejects.toThrow(/main was rewritten/)
  })
  test('that allows a commit of another history is refused', async () => {
    const { repo, port, first } = await rewritten()
    commitFiles(repo, { 'acknowledgements/reset.yaml': reset(first, first) }, 'go on')
    gitIn(repo, 'branch', '--quiet', '-f', 'main', 'new')
    await expect(allocate(port, options)).rejects.toThrow(/no earlier commit/)
  })
})

describe('a lost race', () => {
  test('throws the plan away and plans again from the new tip', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/b': 'x' }, 'b')
    let isFirst = true
    const racing: Repository = {
      ...port,
      async move(...args) {
        if (isFirst) {
          isFirst = false
          await allocate(port, { ...options, engine: '9' })
          commitFiles(repo, { 'environments/c': 'x' }, 'c')
        }
        return port.move(...args)
      },
    }
    const planned = await allocate(racing, options)
    expect(planned.map(({ source }) => source.subject)).toEqual(['c'])
    expect(stateLog(repo)).toHaveLength(3)
  })
  test('is tried again a few times only', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/b': 'x' })
    const waits: number[] = []
    const wait = async (attempt: number) => void waits.push(attempt)
    const tips = ['1', '2'].map((name) => gitIn(repo, 'commit-tree', '-m', name, `${STATE}^{tree}`))
    const losing: Repository = {
      ...port,
      async move() {
        gitIn(repo, 'update-ref', `refs/heads/${STATE}`, tips[waits.length % 2] ?? '')
        return false
      },
    }
    await expect(allocate(losing, { ...options, wait })).rejects.toThrow(/8 attempts/)
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
  test('that nobody won is given up sooner', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/b': 'x' })
    const waits: number[] = []
    const wait = async (attempt: number) => void waits.push(attempt)
    const refusing: Repository = { ...port, move: async () => false }
    await expect(allocate(refusing, { ...options, wait })).rejects.toThrow(/nobody else moves it/)
    expect(waits).toEqual([1, 2, 3])
  })
  test('against a lock that was left over names its file, after a moment', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/b': 'x' })
    const lock = join(repo, '.git/refs/heads', `${STATE}.lock`)
    writeFileSync(lock, '')
    const start = performance.now()
    await expect(allocate(port, options)).rejects.toThrow(`is locked by the file "${lock}"`)
    expect(performance.now() - start).toBeLessThan(10_000)
    rmSync(lock)
    expect(await allocate(port, options)).toHaveLength(1)
  })
  test('against a lock that goes is no race', async () => {
    const { repo, port } = await prepared()
    commitFiles(repo, { 'environments/b': 'x' })
    const lock = join(repo, '.git/refs/heads', `${STATE}.lock`)
    writeFileSync(lock, '')
    const removed = setTimeout(300).then(() => rmSync(lock))
    expect(await allocate(port, options)).toHaveLength(1)
    await removed
  })
})
