import { describe, expect, test } from 'vitest'
import { gitRepository } from '../../lib/adapters/git.ts'
import { gitIn } from '../git/sandbox.ts'
import { appOf, forgeWith } from './sandbox.ts'

const ZEROS = '0'.repeat(40)
const BRANCH = 'netclaim/state'
/** Files of the large commit. */
const FILES = process.env['LONG'] === '1' ? 50_000 : 5_000

function many(count: number, text: string): Map<string, string | undefined> {
  return new Map(
    Array.from({ length: count }, (_, nth) => [
      `rendered/${nth % 100}/${nth}.yaml`,
      `${text} ${nth}\n`,
    ]),
  )
}

describe('a commit', () => {
  test('is the parent’s tree with the changes, and GitHub’s to sign', async () => {
    const { forge, dir } = await forgeWith('commit')
    const { repository } = appOf(forge)
    const changes = new Map([
      ['state.yaml', 'a: 1\n'],
      ['a/b.yaml', '\uFEFFé "\\\n'],
      ['c', 'c'],
    ])
    const first = await repository.write({ changes, message: 'one\n\nbody\n', seconds: 1 })
    const second = await repository.write({
      parent: first,
      changes: new Map([
        ['a/b.yaml', undefined],
        ['a', 'now a file'],
        ['c', undefined],
        ['c/d', 'now a folder'],
        ['gone', undefined],
      ]),
      message: 'two',
      seconds: 2,
    })
    const texts = new Map([
      ['state.yaml', 'a: 1\n'],
      ['a', 'now a file'],
      ['c/d', 'now a folder'],
    ])
    expect(await repository.readState(second)).toEqual(texts)
    expect(await (await gitRepository({ repo: dir })).readState(second)).toEqual(texts)
    expect(gitIn(dir, 'cat-file', 'commit', second)).toMatch(/^committer GitHub|gpgsig/m)
    expect(gitIn(dir, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  })

  test(`of ${FILES} files is written in pieces, and the last of it is one move`, async () => {
    const { forge, dir } = await forgeWith('large')
    const { repository, calls } = appOf(forge)
    const first = await repository.write({
      changes: new Map([['state.yaml', 'x']]),
      message: 'one',
      seconds: 1,
    })
    calls.length = 0
    const parent = await repository.write({
      parent: first,
      changes: many(FILES, 'a'),
      message: 'two',
      seconds: 1,
    })
    const trees = calls.filter(({ path }) => path.endsWith('/git/trees'))
    expect(trees).toHaveLength(FILES / 1000)
    expect(calls.length - trees.length).toBe(2)
    expect(await repository.move(BRANCH, parent, ZEROS)).toBe(true)
    const { size } = await (await gitRepository({ repo: dir })).readState(parent)
    expect(size).toBe(FILES + 1)
    expect(gitIn(dir, 'rev-parse', BRANCH)).toBe(parent)
  })
})

describe('a move', () => {
  test('is exact: from nothing, from the tip, and from nowhere else', async () => {
    const { forge, dir } = await forgeWith('move')
    const { repository } = appOf(forge)
    const [one, two, other] = await chain(repository)
    expect(await repository.move(BRANCH, two, one)).toBe(false)
    expect(await repository.move(BRANCH, one, ZEROS)).toBe(true)
    expect(await repository.move(BRANCH, other, ZEROS)).toBe(false)
    expect(await repository.move(BRANCH, two, one)).toBe(true)
    expect(await repository.move(BRANCH, other, one)).toBe(false)
    expect(gitIn(dir, 'rev-parse', BRANCH)).toBe(two)
    expect(await repository.tips({ names: [BRANCH], below: [] })).toEqual(new Map([[BRANCH, two]]))
  })

  test('goes forward only, but for a rewrite, which is as exact', async () => {
    const { forge } = await forgeWith('move-rewrite')
    const { repository } = appOf(forge)
    const [one, two, other] = await chain(repository)
    expect(await repository.move(BRANCH, two, ZEROS)).toBe(true)
    await expect(repository.move(BRANCH, other, two)).rejects.toThrow(/not a fast forward/)
    expect(await repository.move(BRANCH, other, one, { rewrite: true })).toBe(false)
    expect(await repository.move(BRANCH, other, two, { rewrite: true })).toBe(true)
  })

  test('that was done though GitHub did not say so is done', async () => {
    const { forge } = await forgeWith('move-lost')
    const { repository } = appOf(forge)
    const [one] = await chain(repository)
    await repository.tips({ names: [], below: [] })
    failOn(forge, 'failAfter', 1)
    expect(await repository.move(BRANCH, one, ZEROS)).toBe(true)
  })

  test('that was done, and built upon by another, is done', async () => {
    const { forge, dir } = await forgeWith('move-built')
    const { repository } = appOf(forge)
    const [one, two] = await chain(repository)
    await repository.tips({ names: [], below: [] })
    failOn(forge, 'failAfter', 1, () => gitIn(dir, 'update-ref', `refs/heads/${BRANCH}`, two))
    expect(await repository.move(BRANCH, one, ZEROS)).toBe(true)
  })

  test('that was not done is tried again, and at last is an error that passes', async () => {
    const { forge, dir } = await forgeWith('move-not')
    const { repository } = appOf(forge)
    const [one, two] = await chain(repository)
    await repository.tips({ names: [], below: [] })
    failOn(forge, 'failBefore', 2)
    expect(await repository.move(BRANCH, one, ZEROS)).toBe(true)
    failOn(forge, 'graphqlError', 9)
    await expect(repository.move(BRANCH, two, one)).rejects.toMatchObject({ retryable: true })
    expect(gitIn(dir, 'rev-parse', BRANCH)).toBe(one)
  })

  test('of one of two who race is the only one', async () => {
    const { forge, dir } = await forgeWith('race')
    const [one, two] = [appOf(forge).repository, appOf(forge).repository]
    const root = await one.write({
      changes: new Map([['state.yaml', 'x']]),
      message: 'root',
      seconds: 1,
    })
    await one.move(BRANCH, root, ZEROS)
    let tip = root
    for (let round = 0; round < 5; round++) {
      const commits = await Promise.all(
        [one, two].map((repository, nth) =>
          repository.write({
            parent: tip,
            changes: new Map([['state.yaml', `${round} ${nth}`]]),
            message: `${nth}`,
            seconds: 1,
          }),
        ),
      )
      const won = await Promise.all(
        [one, two].map((repository, nth) => repository.move(BRANCH, commits[nth] ?? '', tip)),
      )
      expect(won.filter(Boolean)).toHaveLength(1)
      tip = gitIn(dir, 'rev-parse', BRANCH)
      expect(tip).toBe(commits[won.indexOf(true)])
    }
  })
})

type Repository = ReturnType<typeof appOf>['repository']
type Forge = Awaited<ReturnType<typeof forgeWith>>['forge']

async function chain(repository: Repository): Promise<[string, string, string]> {
  const write = (text: string, parent?: string) =>
    repository.write({
      ...(parent === undefined ? {} : { parent }),
      changes: new Map([['state.yaml', text]]),
      message: text,
      seconds: 1,
    })
  const one = await write('one')
  return [one, await write('two', one), await write('other', one)]
}

/** The next moves fail, and then none. */
function failOn(
  forge: Forge,
  how: 'failBefore' | 'failAfter' | 'graphqlError',
  times: number,
  then?: () => void,
) {
  let left = times
  forge.nasty.onCall = (call) => {
    const isIt = call.route.includes('updateRefs')
    forge.nasty[how] = isIt && left-- > 0 ? 1 : 0
    if (!isIt && left < times) then?.()
  }
}
