import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changedPaths, headBranch, resolveCommit } from '../../lib/adapters/git/revision.ts'
import { cleanEnvironment } from '../../lib/adapters/git/run-git.ts'
import {
  firstParents,
  gitRepository,
  isAncestor,
  readRevision,
  readState,
} from '../../lib/adapters/git.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { bombOf, commitEvil, commitOddFiles, folderOf } from './odd-trees.ts'
import { commitFiles, gitIn, gitWith, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()

describe.each(['sha1', 'sha256'])('a repository with %s ids', (format) => {
  const repo = newRepository(join(scratch, format), `--object-format=${format}`)
  const first = commitFiles(repo, {
    'environments/a/x.yaml': 'kind: A\n',
    'environments/b/y.yaml': 'b',
  })
  const second = commitFiles(repo, {
    'environments/a/x.yaml': undefined,
    'ä "q"\n.yaml': 'odd\r\n',
  })

  test('is read as it was at any commit', async () => {
    expect(await readRevision(repo, first, [])).toEqual(
      new Map([
        ['environments/a/x.yaml', { kind: 'text', text: 'kind: A\n' }],
        ['environments/b/y.yaml', { kind: 'text', text: 'b' }],
      ]),
    )
    expect((await readRevision(repo, 'main', [])).get('ä "q"\n.yaml')).toEqual({
      kind: 'text',
      text: 'odd\r\n',
    })
  })
  test('is read where claims can stand, by default', async () => {
    expect([...(await readRevision(repo, second)).keys()]).toEqual(['environments/b/y.yaml'])
  })
  test('is read in part below prefixes', async () => {
    const tree = await readRevision(repo, first, ['environments/b/', 'nothing', '-r'])
    expect([...tree.keys()]).toEqual(['environments/b/y.yaml'])
  })
  test('tells the first parents, ancestors and changed paths', async () => {
    expect((await firstParents(repo, first, second)).map((c) => c.id)).toEqual([second])
    expect(await isAncestor(repo, first, second)).toBe(true)
    expect(await isAncestor(repo, second, first)).toBe(false)
    expect(await isAncestor(repo, 'f'.repeat(first.length), first)).toBe(false)
    expect(await changedPaths(repo, first, 'main')).toEqual([
      'environments/a/x.yaml',
      'ä "q"\n.yaml',
    ])
  })
})

describe('what stands in a tree', () => {
  const repo = newRepository(join(scratch, 'odd'))
  commitOddFiles(repo)

  test('is told by kind and never followed', async () => {
    const tree = await readRevision(repo, 'HEAD', [])
    expect(tree.get('link.yaml')).toEqual({ kind: 'link', target: '../../etc/passwd' })
    expect(tree.get('module')).toEqual({ kind: 'submodule' })
    expect(tree.get('bytes.yaml')).toEqual({ kind: 'not-utf8' })
    expect(tree.get('\uFFFD.y')).toEqual({ kind: 'odd-path' })
    expect(tree.get('large.yaml')).toEqual({ kind: 'too-large', bytes: 1024 * 1024 + 1 })
    expect(tree.get('most.yaml')?.kind).toBe('text')
    expect(tree.get('run.sh')).toEqual({ kind: 'text', text: 'x' })
    expect(tree.get('lfs.yaml')?.kind).toBe('text')
  })
  test('is the blob itself, whatever attributes say', async () => {
    const tree = await readRevision(repo, 'HEAD', [])
    expect(tree.get('attributes/a.yaml')).toEqual({ kind: 'text', text: '$Id$\n' })
    expect(tree.get('bom.yaml')).toEqual({ kind: 'text', text: '\uFEFFa: 1\n' })
    expect(tree.get('empty.yaml')).toEqual({ kind: 'text', text: '' })
  })
  test('is no state when it is no text', async () => {
    await expect(readState(repo, 'HEAD')).rejects.toThrow(/is no text file/)
  })
  test('is not changed by replaced objects', async () => {
    const other = newRepository(join(scratch, 'replaced'))
    const real = commitFiles(other, { 'a.yaml': 'real' })
    const fake = commitFiles(other, { 'a.yaml': 'fake' })
    gitIn(other, 'replace', real, fake)
    expect((await readRevision(other, real, [])).get('a.yaml')).toEqual({
      kind: 'text',
      text: 'real',
    })
  })
})

describe('a revision', () => {
  const repo = newRepository(join(scratch, 'revisions'))
  const commit = commitFiles(repo, { a: 'a' })

  test.each(['main', 'HEAD', 'HEAD~0', 'refs/heads/main', commit.slice(0, 12)])(
    '"%s" names the commit',
    async (revision) => {
      expect(await resolveCommit(repo, revision)).toBe(commit)
    },
  )
  test.each([
    '',
    'nope',
    '--all',
    '-h',
    'main..main',
    'a\nb',
    'a\0b',
    'HEAD:a',
    '$(id)',
    '; id',
    '--output=x',
  ])('%j names none', async (revision) => {
    await expect(resolveCommit(repo, revision)).rejects.toThrow(OutsideError)
  })
  test('in no repository, or in no folder, is an error that says so', async () => {
    await expect(readRevision(join(scratch, 'nowhere'), 'main')).rejects.toThrow(
      /there is no folder/,
    )
    await expect(readRevision('/', 'main')).rejects.toThrow(/is no Git repository/)
  })
})

describe('kinds of repositories', () => {
  const origin = newRepository(join(scratch, 'origin'))
  commitFiles(origin, { a: '1' })
  const tip = commitFiles(origin, { a: '2' })

  test('a bare one and a linked work tree are read alike', async () => {
    gitIn(scratch, 'clone', '--quiet', '--bare', origin, join(scratch, 'bare.git'))
    gitIn(origin, 'worktree', 'add', '--quiet', '--detach', join(scratch, 'linked'))
    for (const name of ['bare.git', 'linked'])
      expect((await readRevision(join(scratch, name), 'HEAD', [])).get('a')).toEqual({
        kind: 'text',
        text: '2',
      })
    expect(await headBranch(join(scratch, 'bare.git'))).toBe('main')
    expect(await headBranch(join(scratch, 'linked'))).toBeUndefined()
  })
  test('a shallow clone can be checked but not allocated', async () => {
    const shallow = join(scratch, 'shallow')
    gitIn(scratch, 'clone', '--quiet', '--depth=1', `file://${origin}`, shallow)
    expect((await readRevision(shallow, tip, [])).size).toBe(1)
    await expect(gitRepository({ repo: shallow })).rejects.toThrow(/shallow clone: run git fetch/)
  })
})

describe('an environment beyond a limit is one entry', () => {
  const good = ['environments/good/a.yaml', { kind: 'text', text: 'kind: A\n' }]
  const repo = newRepository(join(scratch, 'evil'))
  const blob = gitWith(repo, 'x', 'hash-object', '-w', '--stdin')

  test.each([
    ['ten thousand files and one', 10_001, 5, 'files'],
    ['4 MiB of paths', 9_900, 250, 'paths'],
  ])('with %s', async (_, files, width, limit) => {
    const evil = folderOf(repo, folderOf(repo, blob, { names: files, type: 'blob', width }), {
      names: 1,
      type: 'tree',
      width,
    })
    const tree = await readRevision(repo, commitEvil(repo, evil))
    expect([...tree]).toEqual([
      good,
      [expect.stringMatching(/^environments\/evil\/00/), { kind: 'too-much', limit }],
    ])
  })

  test('with 17 MiB of files, whose blobs are not read', async () => {
    const large = gitWith(repo, 'x'.repeat(1_048_576), 'hash-object', '-w', '--stdin')
    const tree = await readRevision(
      repo,
      commitEvil(repo, folderOf(repo, large, { names: 17, type: 'blob' })),
    )
    expect([...tree.values()].map(({ kind }) => kind)).toEqual(['text', 'too-much'])
    const fits = await readRevision(
      repo,
      commitEvil(repo, folderOf(repo, large, { names: 16, type: 'blob' })),
    )
    expect(fits.size).toBe(17)
  })

  test('with a hundred million files, each the same, in time', async () => {
    const tree = await readRevision(repo, commitEvil(repo, bombOf(repo, 8)))
    expect([...tree]).toEqual([
      good,
      [expect.stringMatching(/^environments\/evil\//), { kind: 'too-much', limit: 'files' }],
    ])
  })

  test('also where it alone is asked for', async () => {
    const commit = commitEvil(repo, bombOf(repo, 7))
    const tree = await readRevision(repo, commit, ['environments/evil/'])
    expect([...tree.values()]).toEqual([{ kind: 'too-much', limit: 'files' }])
  })

  test('and the same when what is known is not read again', async () => {
    const large = gitWith(repo, `é${'x'.repeat(1_048_574)}`, 'hash-object', '-w', '--stdin')
    const fits = commitEvil(repo, folderOf(repo, large, { names: 16, type: 'blob' }))
    const over = commitEvil(repo, folderOf(repo, large, { names: 17, type: 'blob' }))
    const repository = await gitRepository({ repo })
    expect((await repository.readTree(fits)).size).toBe(17)
    expect([...(await repository.readTree(over)).values()].map(({ kind }) => kind)).toEqual([
      'text',
      'too-much',
    ])
  })
})

test('the environment keeps nothing that points git elsewhere', () => {
  const env = cleanEnvironment({
    GIT_DIR: '/x',
    GIT_INDEX_FILE: 'y',
    GIT_SSH_COMMAND: 'ssh -i k',
    HOME: '/h',
  })
  expect(env).toMatchObject({ GIT_SSH_COMMAND: 'ssh -i k', HOME: '/h', LC_ALL: 'C' })
  expect(env).not.toHaveProperty('GIT_DIR')
  expect(env).not.toHaveProperty('GIT_INDEX_FILE')
})
