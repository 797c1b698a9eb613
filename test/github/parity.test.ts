import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitRepository } from '../../lib/adapters/git.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Repository, SourceCommit } from '../../lib/ports/repository.ts'
import { bombOf, commitEvil, commitOddFiles, folderOf } from '../git/odd-trees.ts'
import { commitFiles, gitIn, gitWith, newRepository, scratchFolder } from '../git/sandbox.ts'
import { appOf, forgeWith } from './sandbox.ts'

const { forge, dir } = await forgeWith('parity')
const scratch = scratchFolder()
const remote = appOf(forge).repository
const local = await gitRepository({ repo: dir })

/** Both adapters say the same; gives what they say. */
async function same<T>(ask: (repository: Repository) => Promise<T>): Promise<T> {
  const [ours, git] = await Promise.all([ask(remote), ask(local)])
  expect(ours).toEqual(git)
  return ours
}

function pushed(repo: string): void {
  gitIn(repo, 'push', '--quiet', '--force', dir, 'HEAD:refs/heads/pushed')
}

describe('what is no plain text file', () => {
  const repo = newRepository(join(scratch, 'odd'))
  const odd = commitOddFiles(repo)
  commitFiles(repo, { 'environments/a/ä "q"\n.yaml': 'odd\r\n', 'environments/a/b/c.yaml': 'c' })
  gitIn(repo, 'mv', 'run.sh', 'environments/a/run.sh')
  gitIn(repo, 'mv', 'link.yaml', 'environments/link.yaml')
  const later = commitFiles(repo, { 'lfs.yaml': undefined, 'bytes.yaml': 'text' })
  pushed(repo)

  test('is the same entry', async () => {
    const tree = await same(async (repository) =>
      (await repository.snapshot(odd)).read([
        'attributes',
        'bom.yaml',
        'bytes.yaml',
        'empty.yaml',
        'large.yaml',
        'lfs.yaml',
        'link.yaml',
        'module',
        'most.yaml',
        'run.sh',
      ]),
    )
    expect(tree.size).toBe(11)
    expect(new Set([...tree.values()].map(({ kind }) => kind))).toEqual(
      new Set(['text', 'link', 'submodule', 'not-utf8', 'too-large']),
    )
  })
  test.each([
    [['environments/']],
    [['environments']],
    [['environments/a/b/', 'lfs.yaml']],
    [['environments/a/b/c.yaml', 'environments/a/b/c.yaml/', 'nothing/', '-r']],
    [['module/', 'run.sh/']],
    [['\uFFFD.y', '']],
    [[]],
  ])('is found by the paths %j', async (paths) => {
    for (const commit of [odd, later])
      expect(
        await same(async (repository) => (await repository.snapshot(commit)).read(paths)),
      ).toBeInstanceOf(Map)
  })
  test.each([
    'environments/',
    'environments/a/',
    'environments/a/b/',
    'nothing/',
    'attributes/',
    'lfs.yaml/',
  ])('has names in %s', async (folder) => {
    const names = await same(async (repository) =>
      [...(await (await repository.snapshot(later)).names(folder))].toSorted(),
    )
    expect(names.length > 0).toBe(!['nothing/', 'lfs.yaml/'].includes(folder))
  })
  test('is what the claims are made of', async () => {
    const tree = await same((repository) => repository.readTree(later))
    expect([...tree.keys()].toSorted()).toEqual([
      'environments/a/b/c.yaml',
      'environments/a/run.sh',
      'environments/a/ä "q"\n.yaml',
      'environments/link.yaml',
    ])
  })
  test('differs in the same paths', async () => {
    const found = await same((repository) => repository.differences(odd, later))
    expect(found.size).toBe(9)
    await same((repository) => repository.differences(later, odd))
    expect((await same((repository) => repository.differences(odd, odd))).size).toBe(0)
  })
  test('is no state', async () => {
    for (const repository of [remote, local])
      await expect(repository.readState(odd)).rejects.toThrow(/is no text file/)
  })
  test('of text alone is a state', async () => {
    const state = commitFiles(newRepository(join(scratch, 'state')), {
      'state.yaml': 'a: 1\n',
      'observed.yaml': `# ${'x'.repeat(1_200_000)}\n`,
      'allocations/a.yaml': '\uFEFFb: "é"\n',
    })
    pushed(join(scratch, 'state'))
    const texts = await same((repository) => repository.readState(state))
    expect(texts.size).toBe(3)
  })
})

describe('a file that becomes a folder', () => {
  const repo = newRepository(join(scratch, 'turn'))
  const one = commitFiles(repo, {
    'environments/a': 'file',
    'environments/b/x': '1',
    'environments/b.c': '1',
  })
  const two = commitFiles(repo, { 'environments/a': undefined, 'environments/b': undefined })
  const three = commitFiles(repo, { 'environments/a/x': 'file', 'environments/b': 'file' })
  pushed(repo)
  test.each([
    [one, three],
    [three, one],
    [one, two],
  ])('is a difference in each of its paths', async (from, to) => {
    expect((await same((repository) => repository.differences(from, to))).size).toBeGreaterThan(1)
  })
})

describe('an environment beyond a limit is one entry, the same', () => {
  const blob = gitWith(dir, 'x', 'hash-object', '-w', '--stdin')
  const wide = (names: number, width: number) =>
    folderOf(dir, folderOf(dir, blob, { names, type: 'blob', width }), {
      names: 2,
      type: 'tree',
      width,
    })
  const large = gitWith(dir, 'x'.repeat(1_048_576), 'hash-object', '-w', '--stdin')

  test.each([
    ['ten thousand files and one', () => wide(5_001, 5)],
    ['4 MiB of paths', () => wide(9_000, 250)],
    ['17 MiB of files', () => folderOf(dir, large, { names: 17, type: 'blob' })],
    ['a hundred million files, each the same', () => bombOf(dir, 8)],
  ])('with %s', async (_, evil) => {
    const commit = commitEvil(dir, evil())
    const tree = await same((repository) => repository.readTree(commit))
    expect([...tree.values()].map(({ kind }) => kind).toSorted()).toEqual(['text', 'too-much'])
    await same(async (repository) =>
      (await repository.snapshot(commit)).read(['environments/evil/']),
    )
  })
  test('with more folders in folders than anybody makes is refused', async () => {
    let evil = folderOf(dir, blob, { names: 1, type: 'blob' })
    for (let level = 0; level < 55; level++) evil = folderOf(dir, evil, { names: 1, type: 'tree' })
    const read = remote.readTree(commitEvil(dir, evil))
    await expect(read).rejects.toMatchObject({ system: 'github', retryable: false })
  })
})

describe('the history', () => {
  const repo = newRepository(join(scratch, 'history'))
  const at: Record<string, string> = {}
  const who = 'a person <person@example.com> 1700000000 +0000'
  const commits = Array.from({ length: 130 }, (_, nth) => {
    const message = `main ${nth}\nand more\n\nbody`
    return `commit refs/heads/main\ncommitter ${who}\ndata ${message.length}\n${message}\n`
  })
  gitWith(repo, commits.join(''), 'fast-import', '--quiet')
  for (const [nth, line] of gitIn(repo, 'rev-list', '--reverse', 'main').split('\n').entries())
    at[`m${nth}`] = line
  gitIn(repo, 'checkout', '--quiet', '-b', 'side', at['m3'] ?? '')
  at['side'] = commitFiles(repo, { side: '1' }, ' of  two\nlines \n')
  gitIn(repo, 'checkout', '--quiet', 'main')
  gitIn(repo, 'merge', '--quiet', '--no-ff', '-m', 'merge of side', 'side')
  at['merge'] = gitIn(repo, 'rev-parse', 'HEAD')
  at['last'] = commitFiles(repo, {}, 'last')
  gitIn(repo, 'checkout', '--quiet', '--orphan', 'other')
  at['other'] = commitFiles(repo, { other: '1' }, 'other')
  pushed(repo)
  for (const branch of ['main', 'side'])
    gitIn(repo, 'push', '--quiet', dir, `+${branch}:refs/heads/history/${branch}`)
  const id = (name: string) => at[name] ?? 'f'.repeat(40)

  test.each([
    ['m129', 'last'],
    ['m0', 'last'],
    ['m127', 'merge'],
    ['side', 'last'],
    ['last', 'last'],
    ['last', 'm0'],
    ['other', 'm20'],
    ['m3', 'side'],
  ])('from %s to %s has the same first parents', async (from, to) => {
    const found = await same(async (repository) => {
      const line = await repository.firstParents(id(from), id(to))
      return line.map(asEveryoneReads)
    })
    expect(found.at(-1)?.id).toBe(to === from || to === 'm0' ? undefined : id(to))
  })
  test.each([
    ['m3', 'last'],
    ['side', 'last'],
    ['last', 'side'],
    ['last', 'last'],
    ['other', 'last'],
    ['nothing', 'last'],
  ])('%s and %s are related in the same way', async (older, newer) => {
    const is = await same((repository) => repository.isAncestor(id(older), id(newer)))
    expect(is).toBe(newer === 'last' && !['other', 'nothing'].includes(older))
  })
  test.each([
    ['side', 'last', 'side'],
    ['side', 'm129', 'm3'],
    ['other', 'last', undefined],
  ])('%s and %s meet in %s', async (one, other, base) => {
    expect(await same((repository) => repository.mergeBase(id(one), id(other)))).toBe(
      base && id(base),
    )
  })
  test.each(['m0', 'side', 'merge'])('%s is the same commit', async (name) => {
    const found = await same(async (repository) =>
      asEveryoneReads(await repository.commit(id(name))),
    )
    expect(found).toHaveProperty('id', id(name))
  })
  test.each([
    ['last', 7],
    ['last', 150],
    ['side', 3],
    ['m0', 9],
  ])('the log of %s has the same %d at most', async (tip, limit) => {
    const found = await same((repository) => repository.log(id(tip), limit))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(limit)
    expect(found[0]?.id).toBe(id(tip))
  })
  test('has tips by name and by prefix', async () => {
    const tips = await same((repository) =>
      repository.tips({ names: ['main', 'missing', 'history/side'], below: ['history/', 'none/'] }),
    )
    expect([...tips.keys()].toSorted()).toEqual(['history/main', 'history/side', 'main'])
  })
  test('that GitHub does not know yet is an error that passes', async () => {
    await expect(remote.commit(id('x'))).rejects.toMatchObject({ retryable: true })
    await expect(remote.isAncestor(id('m0'), id('x'))).rejects.toMatchObject({ retryable: true })
    await expect(remote.readTree(id('x'))).rejects.toMatchObject({ retryable: true })
    await expect(remote.commit('nonsense')).rejects.toThrow(OutsideError)
  })
})

test('commits that differ in a hundred million files are refused in time', async () => {
  const bomb = commitEvil(dir, bombOf(dir, 8))
  const plain = commitEvil(dir, bombOf(dir, 1))
  await expect(remote.differences(plain, bomb)).rejects.toMatchObject({ retryable: false })
  await expect(local.differences(plain, bomb)).rejects.toMatchObject({ retryable: false })
})

/** The author is read from Git alone: what GitHub commits for an app has no address to compare. */
function asEveryoneReads(commit: SourceCommit): SourceCommit {
  const { author: _, ...read } = commit
  return read
}
