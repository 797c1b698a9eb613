import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { run } from '../../functions/cli/run.ts'
import { readState } from '../../lib/adapters/git.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const STATE = 'netclaim/state'

/** One command line, run in this process. */
async function netclaim(...args: readonly string[]) {
  let [out, err] = ['', '']
  const code = await run(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    colour: false,
    interactive: false,
    width: 80,
    cwd: scratch,
  })
  return { code, out, err }
}

function claim(name: string, address: string): string {
  const head = 'apiVersion: network.kmetal.io/v1alpha1\nkind: EipClaim\n'
  return `${head}metadata:\n  name: ${name}\n  namespace: example\nspec:\n  v4Ip: "${address}"\n`
}

describe('netclaim init', () => {
  test('makes a repository whose first claims are allocated', async () => {
    const { code, out, err } = await netclaim('init', 'fresh')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('cd fresh\n')
    const dir = join(scratch, 'fresh')
    expect(gitIn(dir, 'status', '--porcelain')).toBe('')
    expect(gitIn(dir, 'branch', '--show-current')).toBe('main')
    expect(gitIn(dir, 'rev-list', '--count', STATE)).toBe('1')
    const main = gitIn(dir, 'rev-parse', 'main')
    const state = await readState(dir, STATE)
    expect(state.get('state.yaml')).toContain(main)
    expect(state.get('allocations/example.yaml')).toContain('"198.51.100.21"')
    const committed = gitIn(dir, 'ls-tree', '-r', '--name-only', 'main').split('\n')
    expect(committed.toSorted()).toEqual([...readTemplate(ownVersion()).keys()])
  })
  test('takes a folder that holds a fresh repository, whatever its branch', async () => {
    const dir = newRepository(join(scratch, 'cloned'))
    gitIn(dir, 'symbolic-ref', 'HEAD', 'refs/heads/trunk')
    expect((await netclaim('init', 'cloned')).code).toBe(0)
    expect(gitIn(dir, 'for-each-ref', '--format=%(refname:short)')).toBe(`main\n${STATE}`)
  })
  test('writes files only when no repository is wanted', async () => {
    expect((await netclaim('init', 'plain', '--no-git')).code).toBe(0)
    expect(existsSync(join(scratch, 'plain', '.git'))).toBe(false)
    expect(readFileSync(join(scratch, 'plain', 'netclaim.yaml'), 'utf8')).toContain(ownVersion())
  })
  test('leaves a folder that is not empty as it is', async () => {
    mkdirSync(join(scratch, 'full'))
    writeFileSync(join(scratch, 'full', 'notes.txt'), 'mine')
    const { code, err } = await netclaim('init', 'full')
    expect(code).toBe(2)
    expect(err).toContain('"' + join(scratch, 'full') + '" is not empty')
    expect(existsSync(join(scratch, 'full', 'netclaim.yaml'))).toBe(false)
  })
  test('leaves a repository of something else as it is', async () => {
    const dir = newRepository(join(scratch, 'code'))
    commitFiles(dir, { 'main.c': 'int main;' })
    expect((await netclaim('init', 'code')).err).toContain('holds no claims')
    expect(gitIn(dir, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  })
  test('makes the state branch that a repository with claims lacks, once', async () => {
    const files = Object.fromEntries(readTemplate(ownVersion()))
    const dir = newRepository(join(scratch, 'claims'))
    commitFiles(dir, files)
    expect((await netclaim('allocate', '--repo', 'claims')).err).toContain('netclaim init')
    expect((await netclaim('init', 'claims')).code).toBe(0)
    expect((await netclaim('init', 'claims')).err).toContain('is there already')
    expect((await netclaim('allocate', '--repo', 'claims')).code).toBe(0)
  })
  test('makes none where one is on the remote, or a cluster has reported', async () => {
    gitIn(scratch, 'clone', '--quiet', join(scratch, 'fresh'), join(scratch, 'second'))
    expect((await netclaim('init', 'second')).err).toContain('git branch netclaim/state')
    gitIn(join(scratch, 'second'), 'remote', 'remove', 'origin')
    gitIn(join(scratch, 'second'), 'branch', 'netclaim/observed/one')
    expect((await netclaim('init', 'second')).err).toContain('push it back')
  })
})

describe('netclaim allocate', () => {
  test('tells what each commit got, and ends with 1 for one that has errors', async () => {
    await netclaim('init', 'told')
    const dir = join(scratch, 'told')
    commitFiles(
      dir,
      { 'environments/example/mail.yaml': claim('mail', '198.51.100.25') },
      'ask for mail',
    )
    const good = await netclaim('allocate', '--repo', 'told')
    expect(good.code).toBe(0)
    expect(good.out).toContain('ask for mail -> ')
    expect(good.out).toContain('allocated EipClaim example/mail 198.51.100.25')
    commitFiles(dir, {
      'environments/example/bad.yaml': claim('bad', '198.51.100.5'),
      'environments/example/fine.yaml': claim('fine', '198.51.100.26'),
    })
    const bad = await netclaim('allocate', '--repo', 'told', '--format', 'json')
    expect(bad.code).toBe(1)
    expect(JSON.parse(bad.out)).toMatchObject({
      version: 1,
      commits: [
        {
          subject: 'change',
          findings: [{ rule: 'eip/pin-excluded', file: 'environments/example/bad.yaml' }],
          ledger: [
            { action: 'rejected', claim: 'EipClaim example/bad' },
            { action: 'allocated', claim: 'EipClaim example/fine', address: '198.51.100.26' },
          ],
        },
      ],
    })
    expect(await netclaim('allocate', '--repo', 'told', '--quiet')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
  })
  test('by another version than the pinned one allocates nothing and says so', async () => {
    await netclaim('init', 'pinned')
    const dir = join(scratch, 'pinned')
    const before = gitIn(dir, 'rev-parse', STATE)
    commitFiles(dir, { 'netclaim.yaml': 'engine: 99.0.0\n' })
    const { code, out } = await netclaim('allocate', '--repo', 'pinned')
    expect(code).toBe(1)
    expect(out).toContain('not allocated')
    expect(out).toContain('99.0.0')
    expect(gitIn(dir, 'rev-parse', STATE)).toBe(before)
  })
  test('with --push works on the remote, and the clone keeps its branches', async () => {
    await netclaim('init', 'pushed')
    const origin = join(scratch, 'pushed.git')
    const dir = join(scratch, 'pushed')
    gitIn(scratch, 'clone', '--quiet', '--bare', dir, origin)
    gitIn(dir, 'remote', 'add', 'origin', origin)
    commitFiles(dir, { 'environments/example/mail.yaml': claim('mail', '198.51.100.25') })
    expect((await netclaim('allocate', '--repo', 'pushed', '--push')).out).toContain(
      'nothing to allocate',
    )
    gitIn(dir, 'push', '--quiet', 'origin', 'main')
    const before = gitIn(dir, 'rev-parse', STATE)
    expect((await netclaim('allocate', '--repo', 'pushed', '--push')).code).toBe(0)
    expect(gitIn(origin, 'rev-parse', `${STATE}^`)).toBe(before)
    expect(gitIn(dir, 'rev-parse', STATE)).toBe(before)
  })
  test.each([
    [['--remote', 'up'], '--remote needs --push'],
    [['--format', 'xml'], 'text and json only'],
    [['--repo', '/nowhere'], 'there is no folder "/nowhere"'],
    [['--repo', 'fresh', '--branch', 'trunk'], 'there is no branch "trunk"'],
  ])('%j cannot run', async (args, message) => {
    const { code, err } = await netclaim('allocate', ...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
