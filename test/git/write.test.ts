import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localTips, updateRef, zeroId } from '../../lib/adapters/git/refs.ts'
import { fetchTips, pushExactly } from '../../lib/adapters/git/remote.ts'
import { writeCommit } from '../../lib/adapters/git/write-commit.ts'
import { gitRepository, readState } from '../../lib/adapters/git.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const REF = 'refs/heads/netclaim/state'

describe.each(['sha1', 'sha256'])('a commit in a repository with %s ids', (format) => {
  const repo = newRepository(join(scratch, format), `--object-format=${format}`, '--bare')
  const base = { message: 'one\n\nSource: x\n', seconds: 1_700_000_000 }

  test('holds its files, and is the same again for the same values', async () => {
    const changes = new Map([
      ['state.yaml', 'generation: 0\n'],
      ['a/b "c"\\ä\n.yaml', '\u0000\n'],
    ])
    const id = await writeCommit(repo, { ...base, changes })
    expect(await writeCommit(repo, { ...base, changes: new Map([...changes].toReversed()) })).toBe(
      id,
    )
    expect(await readState(repo, id)).toEqual(changes)
    expect(gitIn(repo, 'log', '-1', '--format=%an %ae %cn %at %ct %P|%B', id)).toBe(
      'netclaim netclaim@localhost netclaim 1700000000 1700000000 |one\n\nSource: x',
    )
    gitIn(repo, 'fsck', '--strict', '--no-dangling')
  })
  test('changes and removes only what it names; a folder may take the place of a file', async () => {
    const files = { a: '1', 'b/c': '2', 'b/d': '3', 'e/f/g': '4' }
    const parent = await writeCommit(repo, { ...base, changes: new Map(Object.entries(files)) })
    const changes = new Map([
      ['a', undefined],
      ['a/b', '5'],
      ['b/c', undefined],
      ['e/f/g', undefined],
    ])
    const id = await writeCommit(repo, { ...base, parent, changes })
    expect(Object.fromEntries(await readState(repo, id))).toEqual({ 'a/b': '5', 'b/d': '3' })
    expect(gitIn(repo, 'rev-parse', `${id}^`)).toBe(parent)
  })
  test('touches no branch', async () => {
    await writeCommit(repo, { ...base, changes: new Map([['x', 'y']]) })
    expect(gitIn(repo, 'for-each-ref')).toBe('')
  })
  test.each(['../x', 'a//b', '.git/config', 'a/./b', ''])(
    'with the path %j is a bug',
    async (path) => {
      await expect(writeCommit(repo, { ...base, changes: new Map([[path, 'x']]) })).rejects.toThrow(
        /path/,
      )
    },
  )
})

test('5,000 changed files are written in a few seconds', async () => {
  const repo = newRepository(join(scratch, 'many'), '--bare')
  const changes = new Map<string, string>()
  for (let i = 0; i < 5_000; i += 1) changes.set(`rendered/${i % 100}/${i}.yaml`, `n: ${i}\n`)
  const began = performance.now()
  const id = await writeCommit(repo, { changes, message: 'many', seconds: 1 })
  expect(await readState(repo, id)).toEqual(changes)
  expect(performance.now() - began).toBeLessThan(10_000)
})

describe('a branch moves', () => {
  test('only from where it was said to be', async () => {
    const repo = newRepository(join(scratch, 'cas'), '--bare')
    const make = (text: string) =>
      writeCommit(repo, { changes: new Map([['a', text]]), message: text, seconds: 1 })
    const [a, b, c] = await Promise.all([make('a'), make('b'), make('c')])
    expect(await updateRef(repo, REF, a, zeroId(a))).toBe(true)
    expect(await updateRef(repo, REF, b, zeroId(a))).toBe(false)
    expect(await updateRef(repo, REF, b, c)).toBe(false)
    expect(await updateRef(repo, REF, b, a)).toBe(true)
    expect(await updateRef(repo, REF, c, a)).toBe(false)
    const wanted = { names: ['main', 'netclaim/state'], below: ['netclaim/observed/'] }
    expect(await localTips(repo, wanted)).toEqual(new Map([['netclaim/state', b]]))
  })
  test('elsewhere, but not under somebody who has it checked out', async () => {
    const repo = newRepository(join(scratch, 'worked-on'))
    const main = commitFiles(repo, { a: '1' })
    const other = await writeCommit(repo, { changes: new Map(), message: 'o', seconds: 1 })
    const repository = await gitRepository({ repo })
    gitIn(repo, 'branch', 'kept')
    expect(await repository.move('kept', other, main, { rewrite: true })).toBe(true)
    await expect(repository.move('main', other, main, { rewrite: true })).rejects.toThrow(
      /"main" is checked out at ".*worked-on"/,
    )
  })
  test('on a remote only from where it was said to be', async () => {
    const origin = newRepository(join(scratch, 'origin'), '--bare')
    const repo = newRepository(join(scratch, 'clone'))
    const main = commitFiles(repo, { a: '1' })
    gitIn(repo, 'remote', 'add', 'origin', origin)
    gitIn(
      repo,
      'push',
      '--quiet',
      'origin',
      'main',
      'main:netclaim/observed/one',
      'main:netclaim/state',
    )
    const wanted = { names: ['main', 'netclaim/state', 'none'], below: ['netclaim/observed/'] }
    const tips = await fetchTips(repo, { remote: 'origin' }, wanted)
    expect(Object.fromEntries(tips)).toEqual({
      main,
      'netclaim/observed/one': main,
      'netclaim/state': main,
    })
    const next = await writeCommit(repo, {
      parent: main,
      changes: new Map([['a', '2']]),
      message: 'n',
      seconds: 1,
    })
    const push = { remote: 'origin', branch: 'netclaim/state', to: next, from: main }
    expect(await pushExactly(repo, push)).toBe(true)
    expect(await pushExactly(repo, push)).toBe(true)
    expect(await pushExactly(repo, { ...push, to: main })).toBe(false)
    expect(gitIn(origin, 'rev-parse', REF)).toBe(next)
  })
  test('not when the remote forbids it, and that is no lost race', async () => {
    const origin = join(scratch, 'origin')
    const repo = join(scratch, 'clone')
    gitIn(origin, 'config', 'receive.denyNonFastForwards', 'true')
    const from = gitIn(origin, 'rev-parse', REF)
    const to = gitIn(repo, 'rev-parse', 'main')
    const push = { remote: 'origin', branch: 'netclaim/state', to, from }
    await expect(pushExactly(repo, push)).rejects.toThrow(/git push failed/)
    await expect(pushExactly(repo, { ...push, remote: '--upload-pack=id' })).rejects.toThrow(
      /remote/,
    )
    await expect(
      fetchTips(repo, { remote: join(scratch, 'gone') }, { names: ['main'], below: [] }),
    ).rejects.toThrow(/ls-remote failed .*gone' does not appear to be a git repository/)
    // Also where the branch is not there yet.
    gitIn(origin, 'config', 'receive.denyNonFastForwards', 'false')
    mkdirSync(join(origin, 'hooks'), { recursive: true })
    writeFileSync(join(origin, 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const first = { ...push, branch: 'netclaim/observed/two', from: '0'.repeat(40) }
    await expect(pushExactly(repo, first)).rejects.toThrow(/git push failed/)
  })
})
