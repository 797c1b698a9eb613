import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { commitFiles, gitIn, newRepository } from '../git/sandbox.ts'
import { netclaim } from './fake-terminal.ts'
import { folderOf } from './folder-of.ts'

const claims = Object.fromEntries(readTemplate(ownVersion()))

/** The template as a repository with its state branch. */
async function repository(): Promise<string> {
  const dir = newRepository(folderOf({}))
  commitFiles(dir, claims)
  expect((await netclaim(['init', dir])).code).toBe(0)
  return dir
}

describe('a word that is a folder and a revision', () => {
  test.each([
    ['--head', 'HEAD'],
    ['--base', 'main'],
    ['--state', 'FETCH_HEAD'],
  ])('as %s is refused, and told how to be clear', async (option, word) => {
    const cwd = await repository()
    gitIn(cwd, 'fetch', '--quiet', '.', 'netclaim/state')
    mkdirSync(join(cwd, word))
    const { code, out, err } = await netclaim(['check', option, word], { cwd })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`"${word}" is a folder and a revision: "./${word}" is always the folder`)
  })

  test('is a folder by its path, and a revision by its full name or id', async () => {
    const cwd = await repository()
    cpSync(join(cwd, 'platform'), join(cwd, 'main/platform'), { recursive: true })
    const id = gitIn(cwd, 'rev-parse', 'main')
    mkdirSync(join(cwd, 'refs/heads/main'), { recursive: true })
    mkdirSync(join(cwd, id))
    const outOf = async (word: string) =>
      (await netclaim(['check', '--base', 'refs/heads/main', '--head', word], { cwd })).out
    expect(await outOf('./main')).not.toContain('nothing changes')
    expect(await outOf(join(cwd, 'main'))).not.toContain('nothing changes')
    expect(await outOf('refs/heads/main')).toContain('accepted: nothing changes')
    expect(await outOf(id)).toContain('accepted: nothing changes')
  })

  test('is a folder where there is no repository, or no such revision', async () => {
    const cwd = folderOf({})
    cpSync(await repository(), join(cwd, 'HEAD'), { recursive: true })
    expect((await netclaim(['check', '--head', 'HEAD'], { cwd })).code).toBe(0)
  })
})

describe('a head that is no claims repository', () => {
  const nested = Object.fromEntries(
    Object.entries(claims).map(([path, text]) => [path.replace('environments/', 'env/'), text]),
  )
  const stray = Object.fromEntries(
    Object.entries(nested).filter(([path]) => path.startsWith('env/')),
  )

  test.each([
    ['empty', {}],
    ['with claims in a folder of another name', stray],
    ['with something else', { 'main.c': 'int main;', 'acknowledgements/README.md': '' }],
  ])('a folder %s could not be checked', async (_, files) => {
    const { code, out, err } = await netclaim(['check', '--head', folderOf(files)])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('holds no claims repository: no netclaim.yaml, and no file in platform/')
  })

  test('a folder of it, or a bare repository to stand in, could not be checked', async () => {
    const cwd = await repository()
    expect((await netclaim(['check', '--head', 'environments'], { cwd })).err).toContain(
      '"environments" holds no claims repository',
    )
    expect((await netclaim(['check'], { cwd: join(cwd, '.git') })).code).toBe(2)
  })

  test('a revision could not be checked, whatever is read of it', async () => {
    const cwd = newRepository(folderOf({}))
    commitFiles(cwd, { 'main.c': 'int main;' })
    gitIn(cwd, 'fetch', '--quiet', await repository(), 'netclaim/state:state')
    for (const more of [[], ['--base', 'main'], ['--base', 'main', '--state', 'state']]) {
      const { code, err } = await netclaim(['check', '--head', 'main', ...more], { cwd })
      expect([code, err]).toEqual([2, expect.stringContaining('"main" holds no claims repository')])
    }
  })

  test('is for the brakes to judge where the base is one', async () => {
    const cwd = await repository()
    gitIn(cwd, 'checkout', '--quiet', '-b', 'gone')
    commitFiles(cwd, { platform: undefined, environments: undefined, 'netclaim.yaml': undefined })
    const inputs = ['--base', 'main', '--state', 'netclaim/state']
    const byRevision = await netclaim(['check', '--head', 'gone', ...inputs], { cwd })
    expect(byRevision.code).toBe(1)
    expect(byRevision.out).toContain('[brake/')
    expect((await netclaim(['check', ...inputs], { cwd })).code).toBe(1)
  })

  test('a repository with environments only is one', async () => {
    const cwd = await repository()
    commitFiles(cwd, { platform: undefined, 'netclaim.yaml': undefined })
    gitIn(cwd, 'checkout', '--quiet', '-b', 'same')
    commitFiles(cwd, { 'notes.txt': '' })
    const args = ['check', '--head', 'same', '--base', 'main', '--state', 'netclaim/state']
    expect((await netclaim(args, { cwd })).err).toBe('')
  })
})

describe('a state that is none', () => {
  test('could not be used: a branch of claims, a folder of them, an empty folder', async () => {
    const cwd = await repository()
    for (const state of ['main', '.', folderOf({})])
      for (const more of [
        [],
        ['--base', 'main'],
        ['--base', 'main', '--head', 'refs/heads/main'],
      ]) {
        const { code, err } = await netclaim(['check', '--state', state, ...more], { cwd })
        expect([code, err]).toEqual([2, `netclaim: "${state}" holds no state: no state.yaml\n`])
      }
  })

  test('a state branch is one', async () => {
    const cwd = await repository()
    rmSync(join(cwd, 'README.md'))
    expect((await netclaim(['check', '--state', 'netclaim/state'], { cwd })).code).toBe(0)
  })
})
