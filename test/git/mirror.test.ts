import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import { remoteEnvironment } from '../../lib/adapters/git/remote-access.ts'
import { commitFiles, gitIn, gitWith, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const SCRIPT = fileURLToPath(new URL('./mirror-once.ts', import.meta.url))
const BRANCHES = { names: ['main', 'netclaim/state'], below: ['netclaim/observed/'] }

afterEach(() => void vi.unstubAllEnvs())

/** A bare repository as a forge keeps it, with the head of a pull request that no branch reaches. */
function forgeRepository(name: string, format = 'sha1') {
  const work = newRepository(join(scratch, `${name}-work`), `--object-format=${format}`)
  const main = commitFiles(work, { 'environments/a/x.yaml': 'a: 1\n' })
  const url = join(scratch, `${name}.git`)
  gitIn(scratch, 'clone', '--quiet', '--bare', work, url)
  const head = commitFiles(work, { 'environments/a/x.yaml': 'a: 2\n' })
  gitIn(work, 'push', '--quiet', url, 'HEAD:refs/pull/1/head')
  return { work, url, main, head }
}

describe('a mirror', () => {
  test('is made, reads branches, and fetches the head of a pull request by need', async () => {
    const { url, main, head, work } = forgeRepository('plain')
    const folder = join(scratch, 'deep/plain')
    const mirror = await gitMirror({ folder, url, pullHeads: 'refs/pull/*/head' })
    expect(await mirror.tips(BRANCHES)).toEqual(new Map([['main', main]]))
    expect((await mirror.commit(head)).id).toBe(head)
    expect(await mirror.mergeBase(head, main)).toBe(main)
    expect([...(await mirror.differences(main, head)).keys()]).toEqual(['environments/a/x.yaml'])
    expect(await mirror.isAncestor('1'.repeat(40), main)).toBe(false)
    expect(await mirror.isAncestor('1'.repeat(40), '1'.repeat(40))).toBe(false)
    await expect(mirror.commit('1'.repeat(40))).rejects.toMatchObject({ retryable: false })

    const next = await mirror.write({
      parent: main,
      changes: new Map([['s', 't']]),
      message: 'm',
      seconds: 1,
    })
    expect(await mirror.move('main', next, '1'.repeat(40))).toBe(false)
    expect(await mirror.move('main', next, main)).toBe(true)
    expect(gitIn(url, 'rev-parse', 'main')).toBe(next)

    // What came since is all that a later run fetches, and it has the same folder.
    const later = commitFiles(work, { z: '1' })
    gitIn(work, 'push', '--quiet', url, `${later}:refs/heads/netclaim/state`)
    const again = await gitMirror({ folder, url })
    const tips = new Map([
      ['main', next],
      ['netclaim/state', later],
    ])
    expect(await again.tips(BRANCHES)).toEqual(tips)
    for (const [branch, tip] of tips)
      expect(gitIn(folder, 'rev-parse', `refs/netclaim/seen/${branch}`)).toBe(tip)
  })

  test('of a remote that gives no commits by id takes the ref of the pull request', async () => {
    const { url, work, head } = forgeRepository('strict')
    const later = commitFiles(work, { z: '1' })
    gitIn(work, 'push', '--quiet', url, `${later}:refs/pull/2/head`)
    // The old protocol gives the tips of refs by id at most, and none that it does not show.
    gitIn(url, 'config', 'uploadpack.hideRefs', 'refs/pull/1')
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'protocol.version')
    vi.stubEnv('GIT_CONFIG_VALUE_0', '0')
    const options = { folder: join(scratch, 'strict'), url, pullHeads: 'refs/pull/*/head' }
    const mirror = await gitMirror(options)
    await expect(mirror.commit(head)).rejects.toThrow(/has no commit/)
    expect((await mirror.commit(later)).id).toBe(later)
  })

  test('with ids of SHA-256', async () => {
    const { url, main, head } = forgeRepository('long', 'sha256')
    const mirror = await gitMirror({ folder: join(scratch, 'long'), url })
    expect(await mirror.isAncestor(main, head)).toBe(true)
  })

  test('is nobody else’s folder', async () => {
    const { url } = forgeRepository('mine')
    const folder = join(scratch, 'shared')
    await gitMirror({ folder, url })
    const other = forgeRepository('other')
    await expect(gitMirror({ folder, url: other.url })).rejects.toThrow(/is no mirror of/)
    const foreign = newRepository(join(scratch, 'foreign'))
    await expect(gitMirror({ folder: foreign, url })).rejects.toThrow(/is no mirror of/)
    await expect(
      gitMirror({ folder: join(scratch, 'none'), url: join(scratch, 'gone') }),
    ).rejects.toThrow(/ls-remote/)
    await expect(gitMirror({ folder: join(foreign, '.git/HEAD/x'), url })).rejects.toThrow(
      /cannot be made/,
    )
    expect(globSync(join(scratch, 'none*'))).toEqual([])
  })

  test('shared by six processes, some of them killed, is whole', async () => {
    const { url, work, main, head } = forgeRepository('busy')
    const folder = join(scratch, 'busy')
    const ends = await Promise.all([
      ...[90, 140, 200].map((ms) => runOnce([folder, url, head], ms)),
      ...[0, 0, 0].map(() => runOnce([folder, url, head])),
    ])
    expect(ends.slice(3)).toEqual([main, main, main])
    const next = commitFiles(work, { 'environments/b/y.yaml': 'b: 1\n' })
    gitIn(work, 'push', '--quiet', url, `${next}:main`)
    expect(await runOnce([folder, url, next])).toBe(next)
    gitIn(folder, 'fsck', '--strict', '--no-dangling')
  })

  test('of many small fetches puts its packs together', async () => {
    const { url } = forgeRepository('packs')
    const options = { folder: join(scratch, 'packs'), url }
    const mirror = await gitMirror(options)
    const commits = Array.from({ length: 51 }, (_, i) => {
      const who = `author a <a@example.com> ${i} +0000\ncommitter a <a@example.com> ${i} +0000\n`
      return `commit refs/heads/main\n${who}data 1\nm\n${i === 0 ? 'from refs/heads/main^0\n' : ''}`
    })
    gitWith(url, `${commits.join('\n')}\n`, 'fast-import', '--quiet')
    for (const id of gitIn(url, 'rev-list', '--reverse', 'main').split('\n'))
      await mirror.commit(id)
    expect(packsIn(options.folder)).toBeGreaterThan(50)
    const again = await gitMirror(options)
    expect(packsIn(options.folder)).toBeLessThan(5)
    const tip = gitIn(url, 'rev-parse', 'main')
    expect((await again.commit(tip)).id).toBe(tip)
  })
})

describe('the credential', () => {
  test('goes to the remote as a header, and nowhere else', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(request.url?.startsWith('/moved') ? 302 : 403, { location: '/else' }).end()
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    try {
      for (const path of ['x/y.git', 'moved/y.git']) {
        const access = { url: `http://127.0.0.1:${port}/${path}`, authorization: 'token s3cr3t' }
        const failed = gitMirror({ folder: join(scratch, 'http'), ...access })
        await expect(failed).rejects.toThrow(/ls-remote/)
        await expect(failed).rejects.not.toThrow(/s3cr3t/)
      }
      expect(seen).toEqual(['token s3cr3t', 'token s3cr3t'])
    } finally {
      server.close()
    }
    // Nobody is there: a later attempt can help.
    const url = `http://127.0.0.1:${port}/x/y.git`
    const gone = gitMirror({ folder: join(scratch, 'http'), url })
    await expect(gone).rejects.toMatchObject({ system: 'git', retryable: true })
  })

  test('is added to what a host gives its git, and has one line', () => {
    const outer = { GIT_CONFIG_COUNT: '2' }
    const env = remoteEnvironment({ url: 'https://h/a.git', authorization: 'token t' }, outer)
    expect(env['GIT_CONFIG_KEY_2']).toBe('http.followRedirects')
    expect(Object.values(env)).toContain('Authorization: token t')
    expect(env['GIT_CONFIG_COUNT']).toBe('9')
    expect(() => remoteEnvironment({ url: 'https://h/', authorization: 'a\nb' })).toThrow(/header/)
  })

  test.each(['https://u:p@h/a.git', 'http://token@h/a', '-x', 'ext::sh -c id', ''])(
    'stands in no address: %s',
    (url) => {
      expect(() => remoteEnvironment({ url })).toThrow(/address of a Git remote/)
    },
  )
})

function packsIn(folder: string): number {
  return globSync(join(folder, 'objects/pack/*.pack')).length
}

/** One run in a process of its own, killed after some milliseconds where that is asked for. */
function runOnce(args: readonly string[], killAfterMs?: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('close', (code, signal) => resolve(signal ?? (code === 0 ? out.trim() : err)))
  })
}
